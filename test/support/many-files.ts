import { readdirSync, readFileSync } from 'node:fs';
import { unmark } from './load/marked.ts';

/** A campaign file and its diagnostics: `file:line code`, for one mistake and its copy in another workspace. */
export interface OneOfMany {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly text: string;
  readonly reported?: string;
}

/** An edit that makes a mistake. The mark » is where it is reported. */
interface Mistake {
  readonly from: RegExp;
  readonly to: string;
  readonly code: string;
}

/** The end of a file. */
const END = /$(?![\s\S])/;

const MISTAKES: readonly Mistake[] = [
  { from: /^channel: .*/m, to: 'channel: »FAX', code: 'E_VALUE' },
  { from: /^channel: .*/m, to: 'channel: »SMS', code: 'E_VALUE' },
  { from: /^basic_details:/m, to: '»basic_detials:', code: 'E_UNKNOWN_KEY' },
  { from: /^ {2}tags: \[/m, to: '  tags: [»5, ', code: 'E_TYPE' },
  { from: /filter_operator: and/, to: 'filter_operator: »AND', code: 'E_FILTER_OPERATOR' },
  { from: /\{ \$var: \w+ \}/, to: '»{ $var: nothing }', code: 'E_VAR_UNKNOWN' },
  { from: /\{ \$file: \.\//, to: '»{ $file: ./no-', code: 'E_FILE_MISSING' },
  { from: /timezone: .*/, to: 'timezone: »Mars/Phobos', code: 'E_TIMEZONE' },
  { from: /^ {2}start_time: .*/m, to: '  start_time: »2031-02-30T09:00:00', code: 'E_FORMAT' },
  { from: /bypass_dnd: (true|false)/, to: 'bypass_dnd: »yes', code: 'E_TYPE' },
  { from: /is_primary_goal: true/, to: 'is_primary_goal: »1', code: 'E_TYPE' },
  { from: /action_name: .*/, to: 'action_name: »7', code: 'E_TYPE' },
  { from: END, to: '»nonsense: 1\n', code: 'E_UNKNOWN_KEY' },
  { from: END, to: '»channel: PUSH\n', code: 'E_DUPLICATE_KEY' },
  { from: END, to: '»<<: {}\n', code: 'E_YAML' },
  { from: END, to: '»1: one\n', code: 'E_YAML' },
  { from: END, to: 'status: »RUNNING\n', code: 'E_STATUS' },
  { from: END, to: 'key: »"No Key"\n', code: 'E_KEY' },
  { from: END, to: 'status: »*nowhere\n', code: 'E_YAML' },
  { from: END, to: 'workspaces: [»nowhere]\n', code: 'E_WORKSPACE_UNKNOWN' },
  { from: END, to: '»---\n', code: 'E_YAML' },
  { from: END, to: '# »\u0007\n', code: 'E_FILE' },
  { from: END, to: 'status:\n»\tDRAFT: 1\n', code: 'E_YAML' },
];

const FOLDER = new URL('../../campaigns/', import.meta.url);

/** Copies of the project's examples, with the texts that they refer to. */
export function manyFiles(count: number): OneOfMany[] {
  const examples = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && path !== 'workspaces.yaml')
    .sort();
  // A key belongs to one file, and the mistakes below write their own keys and workspaces.
  const texts = examples.map((path) =>
    readFileSync(new URL(path, FOLDER), 'utf8').replace(/^(?:key|workspaces): .*\n/gm, ''),
  );
  return Array.from({ length: count }, (_, index) => {
    const path = examples[index % examples.length] ?? '';
    const number = String(index).padStart(4, '0');
    return {
      file: `campaigns/${path.replaceAll('\\', '/').replace(/\.yaml$/, `-${number}.yaml`)}`,
      text: texts[index % texts.length] ?? '',
    };
  });
}

/** The same, each with one mistake. One that several files share would be reported once. */
export function manyMistakes(count: number): OneOfMany[] {
  return manyFiles(count).map(({ file, text }, index) => {
    const ordered = [...MISTAKES.slice(index % MISTAKES.length), ...MISTAKES];
    const mistake = ordered.find(({ from }) => from.test(text));
    if (!mistake) throw new Error(`no mistake fits ${file}`);
    const wrong = unmark(text.replace(mistake.from, () => mistake.to.replace('nothing', `nothing${index}`)));
    const [line = ''] = (wrong.places[0] ?? '').split(':');
    return { file, text: wrong.text, reported: `${file}:${line} ${mistake.code}` };
  });
}
