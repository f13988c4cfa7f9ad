// Writes the generated tables of the documentation: components from schemas/components.schema.json, inputs and outputs
// from action.yml, commands and their options from the command line itself; and the tag of the action wherever a workflow
// uses it, from the version in package.json. With --check, nothing is written, and exit 1 means that they are outdated.
import { build } from 'esbuild';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
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

for (const page of ['README.md', ...texts]) {
  const text = read(page);
  const tagged = text.replaceAll(WITH_TAG, MAJOR_TAG);
  const wanted = page in PAGES ? await withTables(page, tagged) : tagged;
  if (!process.argv.includes('--check')) {
    writeFileSync(join(ROOT, page), wanted);
  } else if (wanted !== text) {
    console.error(`The generated parts of ${page} are out of date. Run: npm run generate`);
    process.exitCode = 1;
  }
}

async function withTables(page, text) {
  const filled = Object.entries(PAGES[page]).reduce(
    (all, [name, part]) => filledIn(all, { page, name, part }),
    text,
  );
  return format(filled, { ...(await resolveConfig(join(ROOT, page))), parser: 'markdown' });
}

function filledIn(all, { page, name, part }) {
  const begin = `<!-- ${name}: written by npm run generate -->\n`;
  const end = `\n<!-- /${name} -->`;
  if (!all.includes(begin) || !all.includes(end)) throw new Error(`${page} has no place for the ${name}`);
  const [before] = all.split(begin);
  return `${before}${begin}\n${part}\n${all.slice(all.indexOf(end))}`;
}

async function commandsPage() {
  const { commandLine } = await loaded('src/cli', `export * from './command-line.ts';`);
  // The command line is objects of commander, with its help. Nothing is run.
  return { commands: commands(commandLine(() => undefined, {})) };
}

/** Each code with its example and the next step, in the words of the terminal, and of GitHub where these differ. */
async function codes() {
  const { CATALOGS, plainText, plainTextOnGitHub } = await loaded(
    'src/messages',
    `export * from './catalog/catalogs.ts'; export * from './phrase.ts';`,
  );
  const inMarkdown = (text) => text.replace(/[<>*`[\]]|(?<!\w)_|_(?!\w)/g, '\\$&').replaceAll('\n', '<br>');
  const item = ([code, { says, todo, example }]) => {
    const [why, next] = [says(example), todo(example)];
    const [here, onGitHub] = [plainText, plainTextOnGitHub].map((text) => inMarkdown(text(next)));
    return [
      `- \`${code}\`: ${inMarkdown(plainText(why))} ${here}`,
      ...(onGitHub === here ? [] : [`  - on GitHub: ${onGitHub}`]),
    ];
  };
  return Object.fromEntries(
    Object.entries(CATALOGS).map(([name, rows]) => [name, Object.entries(rows).flatMap(item).join('\n')]),
  );
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

function commands(program) {
  const all = program.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one]));
  const plan = all.find((one) => one.name() === 'plan');
  const drift = all.find((one) => one.name() === 'drift');
  const ofDrift = new Set(drift.options.map(({ flags }) => flags));
  const shared = new Set(
    all
      .find((one) => one.name() === 'fmt')
      .options.map(({ flags }) => flags)
      .filter((flags) => ofDrift.has(flags)),
  );
  const rows = all.map((one) => `| [\`${nameOf(one)}\`](#${anchorOf(one)}) | ${one.description()} |`);
  const common = plan.options.filter(({ flags }) => shared.has(flags));
  return [
    ['| command | what it does |', '|---|---|', ...rows].join('\n'),
    ...all.map((one) => section(one, shared)),
    `### Common options\n\n${optionTable(common)}`,
  ].join('\n\n');
}

function section(command, shared) {
  const own = command.options.filter(
    ({ flags, hidden }) => !hidden && (command.name() === 'serve' || !shared.has(flags)),
  );
  const usage = `campaigns ${nameOf(command)} ${command.usage()}`;
  const title = `### \`${nameOf(command)}\`\n\n${sentence(command.description())}`;
  return `${title}\n\n\`\`\`\n${usage}\n\`\`\`${own.length === 0 ? '' : `\n\n${optionTable(own)}`}`;
}

function optionTable(options) {
  const rows = options.map(({ flags, description, argChoices, defaultValue, defaultValueDescription }) => {
    const choices = argChoices ? ` (choices: ${argChoices.map((one) => `\`${one}\``).join(', ')})` : '';
    const usual = defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
    return `| \`${flags}\` | ${cell(description)}${choices} | ${usual === undefined ? '' : `\`${usual}\``} |`;
  });
  return ['| option | what it does | default |', '|---|---|---|', ...rows].join('\n');
}

function nameOf(command) {
  const { parent } = command;
  return parent.parent === null ? command.name() : `${parent.name()} ${command.name()}`;
}

function anchorOf(command) {
  return nameOf(command).replaceAll(' ', '-');
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function inputs() {
  const rows = Object.entries(action.inputs).map(([name, { description, default: usual, required }]) => {
    const value = required ? 'required' : usual === undefined ? '' : `\`${usual}\``;
    return `| \`${name}\` | ${description} | ${value} |`;
  });
  return ['| input | what it is | default |', '|---|---|---|', ...rows].join('\n');
}

function outputs() {
  const rows = Object.entries(action.outputs).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  return ['| output | what it is |', '|---|---|', ...rows].join('\n');
}

function components() {
  const push = $defs.push_campaign.properties;
  const email = $defs.email_campaign.properties;
  const names = Object.keys({ ...email, ...push }).filter((name) => !DISCRIMINATORS.includes(name));
  const rows = names.map((name) => {
    const schemas = [push[name], email[name]].filter(Boolean);
    return `| \`${name}\` | ${wordsFor(push[name], email[name])} | ${fieldsOf(schemas)} |`;
  });
  return ['| component | what it is | fields |', '|---|---|---|', ...rows].join('\n');
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
