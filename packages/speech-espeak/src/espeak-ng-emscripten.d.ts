// SPDX-License-Identifier: GPL-3.0-or-later
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakEvent {
    type: 'samplerate' | 'sentence' | 'word' | 'phoneme' | 'mark' | 'play' | 'end' | 'msg_terminated';
    /** The position in the given markup, in code points from 1. */
    text_position: number;
    word_length: number;
    /** Milliseconds from the start of the call. */
    audio_position: number;
    id: string | number | undefined;
  }
  interface EspeakVoiceEntry {
    name: string;
    identifier: string;
    languages: { priority: number; name: string }[];
  }
  interface EspeakWorker {
    list_voices(): EspeakVoiceEntry[];
    /** Returns 0 if the voice was set. Otherwise, the previous voice stays. */
    set_voice(identifier: string): number;
    set_rate(words_per_minute: number): void;
    set_pitch(value: number): void;
    set_range(value: number): void;
    set_volume(value: number): void;
    /** Takes plain text: tags would be read aloud. */
    synthesize_ipa(text: string): { code: number; ipa: string };
    /** If the callback returns true, the call ends. */
    synthesize(ssml: string, callback: (pcm: Int16Array, events: EspeakEvent[]) => boolean): void;
  }
  interface EspeakModule {
    eSpeakNGWorker: new () => EspeakWorker;
    FS: {
      readdir(path: string): string[];
      readFile(path: string, options: { encoding: 'utf8' }): string;
      writeFile(path: string, content: string): void;
    };
  }
  interface EspeakOptions {
    getPreloadedPackage(): ArrayBuffer;
    print(line: string): void;
    printErr(line: string): void;
  }
  export default function init(options: EspeakOptions): Promise<EspeakModule>;
}
