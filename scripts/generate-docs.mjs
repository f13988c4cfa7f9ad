// The generated parts of the documentation: components from schemas/components.schema.json, inputs and outputs from action.yml,
// commands and their options from the command line itself, locks and codes from their tables; and the tag of the action
// wherever a workflow uses it, from the version in package.json.
import { build } from 'esbuild';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { precompiledValidators } from './precompile.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const { $defs } = JSON.parse(read('schemas/components.schema.json'));
const DISCRIMINATORS = ['channel', 'campaign_delivery_type'];
const action = parse(read('action.yml'));
const { version } = JSON.parse(read('package.json'));
/** The tag that a release of this version moves. */
const MAJOR_TAG = `v${version.split('.')[0]}`;
const WITH_TAG = /(?<=campaign-reconciler(?:@|\/commits\/))v\d+/g;

const PAGES = {
  'docs/action.md': { inputs: inputs(), outputs: outputs() },
  'docs/commands.md': await commandsPage(),
  'docs/language.md': { components: components() },
  'docs/codes.md': await codes(),
};

const filesIn = (folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
const texts = [...filesIn('docs'), ...filesIn('starter/.github/workflows')].filter((path) =>
  /\.(?:md|yml)$/.test(path),
);
export const files = Object.fromEntries(
  ['README.md', ...texts].map((page) => {
    const tagged = read(page).replaceAll(WITH_TAG, MAJOR_TAG);
    const parts = Object.entries(PAGES[page] ?? {});
    return [page, parts.reduce((all, [name, part]) => filledIn(all, { page, name, part }), tagged)];
  }),
);

function filledIn(all, { page, name, part }) {
  const begin = `<!-- ${name}: written by npm run generate -->\n`;
  const end = `\n<!-- /${name} -->`;
  if (!all.includes(begin) || !all.includes(end)) throw new Error(`${page} has no place for the ${name}`);
  const [before] = all.split(begin);
  return `${before}${begin}\n${part}\n${all.slice(all.indexOf(end))}`;
}

async function commandsPage() {
  const { commandLine } = await loaded('src/cli', `export * from './program.ts';`);
  const { LOCKS } = await loaded('src/model', `export * from './locks.ts';`);
  // The command line is objects of commander, with its help. Nothing is run.
  return { commands: commands(commandLine(() => undefined, {})), locks: locks(LOCKS) };
}

/** Each code with its example and the next step, in the words of the terminal, and of GitHub where these differ. */
async function codes() {
  const { CATALOGS, exampleOf, FILES, plainText, plainTextOnGitHub } = await loaded(
    'src/messages',
    `export * from '../../test/support/catalogs.ts'; export * from './catalog/files.ts'; export * from './phrase.ts';`,
  );
  const item = (catalog) => (code) => {
    const [why, next] = CATALOGS[catalog][code](exampleOf(catalog, code));
    const [here, onGitHub] = [plainText, plainTextOnGitHub].map((text) => inMarkdown(text(next)));
    const there = onGitHub === here ? '' : ` **On GitHub:** ${onGitHub}`;
    return `- \`${code}\`: ${inMarkdown(plainText(why))} ${here}${there}`;
  };
  const rule = ([code, { needs, level }]) => {
    const prefixes = typeof level === 'function' ? ['E', 'W'] : [level === 'warning' ? 'W' : 'E'];
    const names = prefixes.map((prefix) => `\`${prefix}_${code}\``).join(' or ');
    return `- ${names}: ${inMarkdown(needs)}`;
  };
  const byName = Object.entries(FILES).sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    files: byName.map(rule).join('\n'),
    ...Object.fromEntries(
      Object.entries(CATALOGS).map(([name, rows]) => [name, Object.keys(rows).map(item(name)).join('\n')]),
    ),
  };
}

function inMarkdown(text) {
  return text.replace(/[<>*`[\]]|(?<!\w)_|_(?!\w)/g, '\\$&').replaceAll('\n', '<br>');
}

/** The exports of a module in `folder`. */
async function loaded(folder, contents) {
  const temporary = mkdtempSync(join(ROOT, 'node_modules/.generate-'));
  try {
    const outfile = join(temporary, 'loaded.mjs');
    await build({
      stdin: { contents, resolveDir: join(ROOT, folder) },
      outfile,
      ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'warning' },
      plugins: [precompiledValidators],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Each command with its options. An option that several commands have in the same words is listed once, with their names. */
function commands(program) {
  const all = program.commands
    .flatMap((one) => (one.commands.length > 0 ? one.commands : [one]))
    .map((one) => ({
      name: one.parent.parent === null ? one.name() : `${one.parent.name()} ${one.name()}`,
      usage: one.usage().replace(/\[options\] ?/, ''),
      does: one.description(),
      options: one.options.filter(({ hidden }) => !hidden).map(optionItem),
    }));
  const having = grouped(all.flatMap(({ name, options }) => options.map((option) => [option, name])));
  const shared = [...having].filter(([, names]) => names.length > 2);
  const sections = all.map(({ name, usage, does, options }) =>
    [
      `### \`${name}\`\n\n\`campaigns ${[name, usage].join(' ').trim()}\`: ${does}.\n`,
      ...options.filter((option) => having.get(option).length <= 2),
    ].join('\n'),
  );
  const common = [
    ...program.options.filter(({ long }) => long !== '--version').map(optionItem),
    ...shared.map(([option, names]) => `${option} (${names.map((name) => `\`${name}\``).join(', ')})`),
  ];
  return [...sections, `### Common options\n\n${common.join('\n')}`].join('\n\n');
}

function optionItem({ flags, description, argChoices, defaultValue, defaultValueDescription }) {
  const choices = argChoices ? `: ${argChoices.map((one) => `\`${one}\``).join(', ')}` : '';
  const usual = defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
  const otherwise = usual === undefined ? '' : `; default: \`${usual}\``;
  return `- \`${flags}\`: ${description.replaceAll('<', '&lt;').replaceAll('*', '\\*')}${choices}${otherwise}`;
}

function locks(table) {
  const fields = (locked) =>
    locked === 'everything'
      ? locked
      : locked
          .map(({ component, field }) => `\`${[component, field].filter(Boolean).join('.')}\``)
          .join(', ');
  const rows = Object.entries(table).map(([status, locked]) => [
    fields(locked) || 'nothing',
    `\`${status}\``,
  ]);
  return [...grouped(rows)].map(([locked, statuses]) => `- ${statuses.join(', ')}: ${locked}`).join('\n');
}

/** The values of each key, in order. */
function grouped(pairs) {
  const groups = new Map();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

function inputs() {
  const value = ({ default: usual, required }) =>
    required ? 'required' : usual === undefined ? '' : `\`${usual}\``;
  const rows = Object.entries(action.inputs).map(([name, one]) => [name, one.description, value(one)]);
  return table(['input', 'what it is', 'default'], rows);
}

function outputs() {
  const rows = Object.entries(action.outputs).map(([name, { description }]) => [name, description]);
  return table(['output', 'what it is'], rows);
}

function table(head, rows) {
  const lines = rows.map(([name, ...cells]) => `| \`${name}\` | ${cells.join(' | ')} |`);
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}

function components() {
  const push = $defs.push_campaign.properties;
  const email = $defs.email_campaign.properties;
  const names = Object.keys({ ...email, ...push }).filter((name) => !DISCRIMINATORS.includes(name));
  const rows = names.map((name) => {
    const both = [push[name], email[name]];
    return [name, wordsFor(...both), fieldsOf(both.filter(Boolean))];
  });
  return table(['component', 'what it is', 'fields'], rows);
}

/** The description of a component, only once if both channels have the same. */
function wordsFor(push, email) {
  if (push && email && whatOf(push) === whatOf(email)) return whatOf(push);
  const words = [push && `PUSH: ${whatOf(push)}`, email && `EMAIL: ${whatOf(email)}`];
  return words.filter(Boolean).join('. ');
}

function whatOf({ description }) {
  return description.replace(/\.$/, '');
}

function fieldsOf(schemas) {
  const names = [...new Set(schemas.flatMap(namesIn))];
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The fields directly below a schema, including those of the schemas that it refers to or combines. */
function namesIn(schema) {
  if (typeof schema !== 'object') return [];
  const referred = schema.$ref ? namesIn($defs[schema.$ref.replace('#/$defs/', '')]) : [];
  const combined = (schema.allOf ?? []).flatMap(namesIn);
  return [...referred, ...combined, ...Object.keys(schema.properties ?? {})];
}
