import type { Command } from 'commander';
import type { World } from '../context.ts';
import { examine, type Finding } from '../doctor/checks.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { handle } from './command.ts';

const MARKS: Record<Finding['status'], string> = { ok: 'ok      ', warning: 'warning ', fault: 'FAULT   ' };

const textOf = ({ check, status, found, advice }: Finding): string =>
  `${MARKS[status]}${check}: ${found}${advice ? `\n        ${advice}` : ''}`;

/** doctor: finds out why calls fail. */
export function addDoctorCommand(program: Command, world: World): void {
  const command = program
    .command('doctor')
    .description(
      'Check the configuration and the connection, and suggest fixes. The exit code is that of the first error.',
    );
  handle(command, world, async (context) => {
    const findings = await examine({
      client: context.client,
      env: world.env,
      signal: world.signal,
    });
    context.show(findings, () => findings.map(textOf).join('\n'));
    return findings.find(({ status }) => status === 'fault')?.exit_code ?? EXIT.done;
  });
}
