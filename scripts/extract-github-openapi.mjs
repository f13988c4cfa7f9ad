// Extracts the responses that the tests' fake GitHub returns from GitHub's OpenAPI description, as plain JSON Schema.
// node scripts/extract-github-openapi.mjs <@octokit/openapi>/generated/api.github.com.json
// The package is 385 MB, so it isn't a dependency: to update the extract, download it with `npm pack @octokit/openapi`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const OPERATIONS = [
  'issues/create',
  'issues/create-comment',
  'issues/list-comments',
  'issues/list-for-repo',
  'issues/update',
  'issues/update-comment',
  'pulls/create',
  'pulls/get',
  'pulls/list',
  'pulls/update',
  'repos/create-commit-status',
  'repos/get',
  'users/get-authenticated',
];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Keywords that don't affect validity. */
const PROSE = ['description', 'example', 'examples', 'externalDocs', 'deprecated', 'title', 'default'];

const source = process.argv[2];
if (source === undefined) throw new Error('which api.github.com.json?');
const whole = JSON.parse(readFileSync(source, 'utf8'));
const definitions = {};

const operations = OPERATIONS.map(find).map(({ path, method, shared, operation }) => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  path,
  parameters: [...shared, ...(operation.parameters ?? [])].map(deref).map(parameter),
  body: bodyOf(operation),
  answers: answersOf(operation),
}));
const slice = {
  source: `@octokit/openapi ${whole.info.version}, generated/api.github.com.json`,
  license: whole.info.license.name,
  operations,
  definitions: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
};
const target = fileURLToPath(new URL('../test/support/github/openapi.json', import.meta.url));
writeFileSync(target, await format(JSON.stringify(slice), { parser: 'json', printWidth: 110 }));

function find(id) {
  for (const [path, item] of Object.entries(whole.paths))
    for (const method of METHODS)
      if (item[method]?.operationId === id)
        return { path, method, shared: item.parameters ?? [], operation: item[method] };
  throw new Error(`GitHub describes no operation ${id}`);
}

function parameter({
  name,
  in: place,
  required = false,
  schema: wanted,
  'x-multi-segment': slashes = false,
}) {
  return { name, in: place, required, slashes, schema: schema(wanted) };
}

function bodyOf({ requestBody }) {
  if (!requestBody) return null;
  const { required = false, content } = deref(requestBody);
  return { required, schema: schema(content['application/json'].schema) };
}

/** The successful answers by status; `null` if one has no body. All errors have the same form. */
function answersOf({ responses }) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return Object.fromEntries(
    good.map(([status, response]) => {
      const content = deref(response).content?.['application/json'];
      return [status, content ? schema(content.schema) : null];
    }),
  );
}

/**
 * The same schema as JSON Schema 2020-12: without descriptions, with `nullable` spelled out and components as
 * definitions.
 */
function schema(value) {
  if (Array.isArray(value)) return value.map(schema);
  if (value === null || typeof value !== 'object') return value;
  if (value.$ref !== undefined) return { $ref: `#/definitions/${define(value.$ref)}` };
  const { nullable, properties, discriminator, ...rest } = value;
  // A discriminator selects one of several schemas that may all match.
  if (discriminator) return { anyOf: schema(rest.oneOf) };
  const plain = Object.fromEntries(
    Object.entries(rest)
      .filter(([name]) => !PROSE.includes(name) && !name.startsWith('x-'))
      .map(([name, part]) => [name, name === 'enum' || name === 'required' ? part : schema(part)]),
  );
  // A property may have the name of a keyword.
  if (properties)
    plain.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, schema(part)]),
    );
  return nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain;
}

function define(reference) {
  const name = reference.split('/').at(-1);
  if (!(name in definitions)) {
    definitions[name] = null;
    definitions[name] = schema(whole.components.schemas[name]);
  }
  return name;
}

function deref(value) {
  if (value.$ref === undefined) return value;
  const [, , section, name] = value.$ref.split('/');
  return whole.components[section][name];
}
