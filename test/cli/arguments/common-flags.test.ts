import { expect, it } from 'vitest';
import { afterCommand } from '../../../src/cli/arguments/common-flags.ts';

it.each([
  ['-C shop plan --json', 'plan -C shop --json'],
  ['-Cshop --workspace=live --quiet plan', 'plan -Cshop --workspace=live --quiet'],
  ['-w live state list', 'state list -w live'],
  ['--debug --no-color drift', 'drift --debug --no-color'],
  ['--directory shop validate a.yaml', 'validate --directory shop a.yaml'],
  ['-w first plan -w last', 'plan -w first -w last'],
  ['plan -C shop', 'plan -C shop'],
  ['-w live help plan', 'help plan -w live'],
  ['--version', '--version'],
  ['--only a plan', '--only a plan'],
])('%s is read as %s', (given, read) => {
  expect(afterCommand(given.split(' '))).toEqual(read.split(' '));
});

it.each([[[]], [['-C', 'shop']], [['-C']]])('%j, without a command, requests help', (given) => {
  expect(afterCommand(given)).toEqual(['--help']);
});

it('requests the help of state if only that is given', () => {
  expect(afterCommand(['--quiet', 'state'])).toEqual(['state', '--help']);
});
