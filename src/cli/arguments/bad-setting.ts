import { EXIT } from '../../model/exit.ts';
import type { SettingMistake } from '../../model/refusals/command-refusal.ts';
import { UserFailure } from '../../app/user-failure.ts';

/** A setting of the command line that makes no sense, with all its mistakes and the shape that it should have. */
export function badSetting(setting: string, mistakes: readonly SettingMistake[], shape: string): UserFailure {
  return new UserFailure(EXIT.USAGE, { code: 'bad-setting', setting, mistakes, shape });
}
