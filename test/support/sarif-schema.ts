import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** SARIF 2.1.0; where it comes from is said beside it. */
const SCHEMA = new URL('../render/documents/sarif-2.1.0.schema.json', import.meta.url);

const validate = compiled();

/** What the SARIF schema finds wrong with a value: where and what, one a line. */
export function sarifFaults(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

function compiled() {
  // The schema is not ours: Ajv's advice on how to write one is of no use here.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
}
