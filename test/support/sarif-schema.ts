import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** SARIF 2.1.0. Its source is documented next to it. */
const SCHEMA = new URL('../render/documents/sarif-2.1.0.schema.json', import.meta.url);

const validate = compiled();

/** The violations of the SARIF schema in a value: position and problem, one per line. */
export function sarifFaults(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

function compiled() {
  // The schema isn't ours, so Ajv's advice about writing schemas is irrelevant.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
}
