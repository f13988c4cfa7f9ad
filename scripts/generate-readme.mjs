// Writes tables of README.md: components from schemas/components.schema.json, inputs and outputs from action.yml.
// With --check nothing is written; exit 1 says that they are not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const { $defs } = JSON.parse(
  readFileSync(new URL('../schemas/components.schema.json', import.meta.url), 'utf8'),
);
const DISCRIMINATORS = ['channel', 'campaign_delivery_type'];

const action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'));

const text = readFileSync(README, 'utf8');
const parts = { components: components(), inputs: inputs(), outputs: outputs() };
const filled = Object.entries(parts).reduce((all, [name, table]) => filledIn(all, name, table), text);
const wanted = await format(filled, { ...(await resolveConfig(README)), parser: 'markdown' });
if (!process.argv.includes('--check')) {
  writeFileSync(README, wanted);
} else if (wanted !== text) {
  console.error("README.md's generated tables are not current — run: npm run generate");
  process.exit(1);
}

function filledIn(all, name, table) {
  const begin = `<!-- ${name}: written by npm run generate -->\n`;
  const end = `\n<!-- /${name} -->`;
  if (!all.includes(begin) || !all.includes(end)) throw new Error(`README.md has no place for the ${name}`);
  const [before] = all.split(begin);
  return `${before}${begin}\n${table}\n${all.slice(all.indexOf(end))}`;
}

function inputs() {
  const rows = Object.entries(action.inputs).map(([name, { description, default: usual, required }]) => {
    const value = required ? 'required' : usual === undefined ? '' : `\`${usual}\``;
    return `| \`${name}\` | ${description} | ${value} |`;
  });
  return ['| input | says | unless set |', '|---|---|---|', ...rows].join('\n');
}

function outputs() {
  const rows = Object.entries(action.outputs).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  return ['| output | says |', '|---|---|', ...rows].join('\n');
}

function components() {
  const push = $defs.push_campaign.properties;
  const email = $defs.email_campaign.properties;
  const names = Object.keys({ ...email, ...push }).filter((name) => !DISCRIMINATORS.includes(name));
  const rows = names.map((name) => {
    const schemas = [push[name], email[name]].filter(Boolean);
    return `| \`${name}\` | ${wordsFor(push[name], email[name])} | ${fieldsOf(schemas)} |`;
  });
  return ['| component | what it says | fields |', '|---|---|---|', ...rows].join('\n');
}

/** What a component says, once where both channels say the same. */
function wordsFor(push, email) {
  if (push && email && whatOf(push) === whatOf(email)) return whatOf(push);
  const words = [push && `PUSH: ${whatOf(push)}`, email && `EMAIL: ${whatOf(email)}`];
  return words.filter(Boolean).join('. ');
}

function whatOf({ description }) {
  return description.replace(/ \(Specification, .*\)$/, '').replace(/\.$/, '');
}

function fieldsOf(schemas) {
  const names = [...new Set(schemas.flatMap(namesIn))];
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The fields right below a schema, in all that it refers to or combines. */
function namesIn(schema) {
  if (typeof schema !== 'object') return [];
  const referred = schema.$ref ? namesIn($defs[schema.$ref.replace('#/$defs/', '')]) : [];
  const combined = (schema.allOf ?? []).flatMap(namesIn);
  return [...referred, ...combined, ...Object.keys(schema.properties ?? {})];
}
