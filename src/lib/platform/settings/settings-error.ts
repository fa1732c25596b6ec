import { StartError } from '#lib/platform/errors/start-error.ts';

export class SettingsError extends StartError {
  override readonly code = 'bad_settings';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The shop can't start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
