// Compiles schemas into functions for the build and the tests, in place of modules that compile them at run time or only have
// their types. The local service stores fields that no schema lists, and the loader reports them: each has a validator of
// its own for campaigns.
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { transform } from 'esbuild';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { closed } from '../src/load/schema/closed.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Words for people, which the compiled functions would only repeat. */
const WORDS = ['description', '$comment', 'x-section'];

const read = (name) =>
  JSON.parse(
    readFileSync(new URL(`../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
    (key, value) => (WORDS.includes(key) && typeof value === 'string' ? undefined : value),
  );

/** All mistakes of a value, not only its first one. */
const THOROUGH = { allErrors: true, allowUnionTypes: true };
/** The kinds of files on a state branch. */
const KINDS = ['approval', 'binding', 'journal', 'ledger', 'reported', 'target'];

/** The modules that the build replaces, by path, and the function that creates their new content. */
const COMPILED = {
  'src/load/schema/validators.ts': () =>
    appending(
      functions({ campaign: closed(read('components')), workspacesFile: read('workspaces') }, THOROUGH),
    ),
  'src/state/state-validator.ts': () =>
    `${functions(references('state#/$defs/', KINDS), {}, { state: read('state') })}
export const stateFile = { ${KINDS.join(', ')} };`,
  'src/service/domain/campaign/component-validator.ts': () =>
    appending(functions({ validateCampaign: read('components') }, THOROUGH)),
  'src/service/http/request-validators.ts': (path) => requestValidators(readFileSync(path, 'utf8')),
};

/** The same modules. */
export const PRECOMPILED = Object.keys(COMPILED);

/** An esbuild plugin. The code is minified: its names would be a third of it. Ajv's own functions are found with require(). */
export const precompiledValidators = {
  name: 'precompiled-validators',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const code = COMPILED[relative(ROOT, path).replaceAll('\\', '/')]?.(path);
      if (code === undefined) return undefined;
      return { contents: (await transform(code, { minify: true })).code, loader: 'js' };
    });
  },
};

const readOpenApi = () =>
  parse(readFileSync(new URL('../src/service/openapi.yaml', import.meta.url), 'utf8'));

/** Validators for the schemas that the source file names, and the document, which is parsed only when it is requested. */
function requestValidators(source) {
  const names = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, name]) => name);
  if (names.length === 0) throw new Error('request-validators.ts names no schema.');
  // With this address, the references in openapi.yaml resolve to the shared schema file.
  const address = 'file:///src/service/openapi.yaml';
  const code = functions(
    references(`${address}#/components/schemas/`, names),
    { ...THOROUGH, unevaluated: true },
    {
      [address]: readOpenApi(),
      'file:///schemas/components.schema.json': read('components'),
    },
  );
  return `${code}
export const requestValidators = { ${names.join(', ')} };
const text = ${JSON.stringify(JSON.stringify(bundledOpenApi()))};
export const bundledOpenApi = () => JSON.parse(text);`;
}

/** The definitions of the shared schema file become schemas of the document, with the same names. */
function bundledOpenApi() {
  const { $defs } = JSON.parse(
    readFileSync(new URL('../schemas/components.schema.json', import.meta.url), 'utf8'),
  );
  const here = '"#/components/schemas/';
  const inside = (value, to) => JSON.parse(JSON.stringify(value).replaceAll(to, here));
  const document = inside(readOpenApi(), '"../../schemas/components.schema.json#/$defs/');
  Object.assign(document.components.schemas, inside($defs, '"#/$defs/'));
  // A keyword of editors only.
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === 'deprecationMessage' ? undefined : value)),
  );
}

const references = (to, names) => Object.fromEntries(names.map((name) => [name, { $ref: to + name }]));

/** The code of one function for each schema, by its name. `others` are schemas that they refer to, by their addresses. */
function functions(schemas, { unevaluated = false, ...options }, others = {}) {
  const ajv = new Ajv2020({
    strict: false,
    inlineRefs: false,
    code: { source: true, esm: true },
    ...options,
  });
  addFormats.default(ajv);
  // Only the requests of the service use `unevaluatedProperties`, and code that tracks it is a tenth of everything. Ajv2020 overrides these as options.
  Object.assign(ajv.opts, { unevaluated, dynamicRef: false });
  for (const [name, schema] of Object.entries({ ...others, ...schemas })) ajv.addSchema(schema, name);
  const names = Object.keys(schemas);
  return standaloneCode.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
}

/**
 * Ajv copies all errors so far whenever a part of the schema finds more, which takes quadratic time if each of ten
 * thousand entries in a file is wrong. Appending to the existing list gives the same result.
 */
function appending(code) {
  const copies = /(\w+) = \1 === null \? (\w+)\.errors : \1\.concat\(\2\.errors\)/g;
  if (!copies.test(code)) throw new Error('Ajv now joins its errors in another way: adapt this function.');
  return `${code.replace(copies, '$1 = joined($1, $2.errors)')}
function joined(all, more) {
  if (all === null) return more;
  for (const error of more) all.push(error);
  return all;
}
`;
}
