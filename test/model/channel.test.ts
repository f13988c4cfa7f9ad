import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/components.schema.json' with { type: 'json' };
import { CHANNELS, COMPONENTS } from '../../src/model/campaign.ts';
import { CHANNEL_RULES } from '../../src/model/channel.ts';

describe.each(CHANNELS)('what the table says of %s', (channel) => {
  const { schema: name, components, deliveryTypes, contentKey, contentFields } = CHANNEL_RULES[channel];
  const { properties } = schema.$defs[name];

  it('equals the schema', () => {
    expect(properties.channel.const).toBe(channel);
    expect(properties.campaign_delivery_type.enum).toEqual(deliveryTypes);
    expect(COMPONENTS.filter((one) => one in properties)).toEqual(components);
  });

  it('has the content and its fields', () => {
    const variation = schema.$defs[`${contentKey}_variation`];
    expect(Object.keys(variation.properties)).toContain(contentKey);
    const payload = Object.keys(schema.$defs[`${contentKey}_payload`].properties);
    expect(payload).toEqual(expect.arrayContaining([...contentFields]));
  });
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const LIST = join(root, 'src/model/campaign.ts');

/** The files with a table that has a row for each channel. */
const TABLES = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('service'))
  .map((path) => join(root, 'src', path))
  .filter((path) => /satisfies Record<Channel,/.test(readFileSync(path, 'utf8')));

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
  config: object;
};
const { options } = ts.parseJsonConfigFileContent({ ...config, files: TABLES, include: [] }, ts.sys, root);

/** Unchanged files that were already parsed, for the second program. */
const PARSED = new Map<string, ts.SourceFile | undefined>();

/** Compiles the files with a table, some of them replaced by `changed`, and says which table is refused, and why. */
function refusals(changed: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version) => {
    const text = changed.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version);
    if (!PARSED.has(path)) PARSED.set(path, parse(path, version));
    return PARSED.get(path);
  };
  const program = ts.createProgram(TABLES, options, host);
  return [...TABLES, LIST].flatMap((path) => {
    const file = program.getSourceFile(path);
    return program.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => {
      const statement = file?.statements.find((one) => one.pos <= start && start < one.end);
      const [declared] =
        statement && ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      const why = ts.flattenDiagnosticMessageText(messageText, ' ');
      return `${declared?.name.getText(file) ?? path}: ${why}`;
    });
  });
}

const ONE_MORE = new Map([
  [
    LIST,
    readFileSync(LIST, 'utf8').replace("['PUSH', 'EMAIL'] as const", "['PUSH', 'EMAIL', 'FAX'] as const"),
  ],
]);

/** A file in which each table has a row for FAX, a copy of the one for PUSH. */
function filled(path: string): string {
  const row = /^ {2}PUSH(: (?:\{$.*?^ {2}\}|\w+|\[.*?\]),)$/ms;
  return readFileSync(path, 'utf8').replace(row, (push, what: string) => `${push}\n  FAX${what}`);
}

describe('one more channel in the list', () => {
  it('does not compile while a table lacks its row', () => {
    const found = refusals(ONE_MORE);
    for (const table of ['CHANNEL_RULES', 'PUBLISH_RULES', 'EXAMPLES'])
      expect(found).toContainEqual(expect.stringMatching(`^${table}: .*Property 'FAX' is missing`));
  });

  it('compiles once each table has its row', () => {
    expect(refusals(new Map([...ONE_MORE, ...TABLES.map((path) => [path, filled(path)] as const)]))).toEqual(
      [],
    );
  });
});
