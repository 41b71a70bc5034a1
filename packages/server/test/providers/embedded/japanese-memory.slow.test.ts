import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createSpeechPool } from '../../../src/providers/speech/embedded/pool.ts';

const MAX_MB = 300;
const LINES = 2_000;

const WORDS =
  '嵐 港 船員 夜明け 灯台 図書館 約束 手紙 電車 雨傘 新聞 病院 先生 料理 音楽 庭園 海岸 山道'.split(' ');
const VERBS = ['見ました', '忘れた', '探している', '読み終えた', '届けましょう', '描いてください'];

const pool = createSpeechPool({ processes: 1 });
afterAll(() => pool.close());

/** The most memory that a process had so far, from Linux. */
function readPeakMb(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

test.runIf(existsSync('/proc/self/status'))(
  `${LINES} Japanese lines take at most ${MAX_MB} MB, in one process`,
  async () => {
    const pids = new Set<number>();
    let peakMb = 0;
    for (let index = 0; index < LINES; index++) {
      const [word, other] = [WORDS[index % WORDS.length], WORDS[(index * 7 + 3) % WORDS.length]];
      const verb = VERBS[index % VERBS.length];
      await pool.synthesize({
        text: `${index}番目の${word}と${other}を、${1 + (index % 12)}月${1 + (index % 28)}日に${verb}。`,
        voice: 'jpx/ja',
        speed: 1,
        pitch: 0,
        locale_code: 'ja-jp',
      });
      if (index % 100 !== 99) continue;
      for (const pid of pool.pids()) {
        pids.add(pid);
        peakMb = Math.max(peakMb, readPeakMb(pid));
      }
    }
    expect(pids.size).toBe(1);
    expect(peakMb).toBeGreaterThan(100);
    expect(peakMb).toBeLessThanOrEqual(MAX_MB);
  },
  600_000,
);
