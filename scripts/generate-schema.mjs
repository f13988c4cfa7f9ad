// Writes schemas/campaign.schema.json, the schema of a campaign file, from schemas/components.schema.json. It adds the
// keys that only files have, references in place of values, and a closed top level. With --check nothing is written,
// and exit 1 means that the file is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const SOURCE = fileURLToPath(new URL('../schemas/components.schema.json', import.meta.url));
const TARGET = fileURLToPath(new URL('../schemas/campaign.schema.json', import.meta.url));

/** Keywords that only describe a value. */
const ANNOTATIONS = ['description', 'deprecated', 'deprecationMessage', 'examples'];
const WORKSPACE_NAME = '^[a-z0-9-]{1,40}$';
/** The same pattern as in `isPlaceholderName`. */
const PLACEHOLDER_NAME = '^[A-Za-z_][A-Za-z0-9_-]*$';
const STATUSES = ['ACTIVE', 'PAUSED', 'STOPPED', 'DRAFT'];
const CHANNELS = ['PUSH', 'EMAIL'];
const STATUS_TEXT = 'The status that the campaign should have. If omitted, the live status is left alone.';

const components = JSON.parse(readFileSync(SOURCE, 'utf8'));
const text = await format(JSON.stringify(campaignFile(components)), {
  ...(await resolveConfig(TARGET)),
  parser: 'json',
});
if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, text);
} else if (current() !== text) {
  console.error('schemas/campaign.schema.json is out of date. Run: npm run generate');
  process.exit(1);
}

function current() {
  try {
    return readFileSync(TARGET, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The schema of a campaign file. Its top level is closed for each channel, so that a misspelled name is one error. */
function campaignFile({ $schema, $defs }) {
  const own = { ...ownKeys(), ...keysOfTheService() };
  const converted = Object.fromEntries(
    Object.entries($defs).map(([name, schema]) => [name, convert(schema, $defs)]),
  );
  for (const name of ['push_basic_details', 'email_basic_details'])
    converted[name] = withoutSkeleton({ ...converted[name], required: ['name'] });
  const push = closed(converted.push_campaign, { own, override: 'push_override' });
  const email = closed(converted.email_campaign, { own, override: 'email_override' });
  return withoutSkeleton({
    $schema,
    $comment: 'Generated from components.schema.json by scripts/generate-schema.mjs: change it there.',
    description:
      'One campaign: its channel, its delivery type, its components, and a few keys of the file itself.',
    type: 'object',
    // For a file without a channel, editors find completions only here.
    properties: {
      ...own,
      channel: { examples: CHANNELS },
      campaign_delivery_type: true,
      basic_details: true,
    },
    required: ['channel', 'campaign_delivery_type', 'basic_details'],
    ...byChannel(
      'EMAIL',
      'email_campaign',
      byChannel('PUSH', 'push_campaign', {
        if: { type: 'object' },
        then: ref('campaign_of_unknown_channel'),
      }),
    ),
    $defs: mapValues(
      {
        ...converted,
        push_campaign: push,
        email_campaign: email,
        campaign_of_unknown_channel: ofUnknownChannel(push, email),
        ...references(),
        push_override: overrideOf(push.properties),
        email_override: overrideOf(email.properties),
        override: overrideOf({ ...email.properties, ...push.properties }),
        patch_value: patchValue(),
      },
      withoutHover,
    ),
  });
}

/** Editors show the innermost text that they find, so only fields have one, and what they refer to has none. */
function withoutHover({ description, $comment = description, ...rest }) {
  return { $comment, ...rest };
}

function byChannel(channel, definition, otherwise) {
  const condition = { type: 'object', properties: { channel: { const: channel } }, required: ['channel'] };
  return { if: condition, then: ref(definition), else: otherwise };
}

/** A campaign with the file's own keys and no other names. The values of those keys are checked at the root. */
function closed(campaign, { own, override }) {
  const properties = {
    ...Object.fromEntries(Object.keys(own).map((name) => [name, true])),
    ...campaign.properties,
    overrides: byWorkspace(override),
  };
  return { ...campaign, properties, additionalProperties: false };
}

/** If the channel is missing, wrong or a reference, only the names can be checked. */
function ofUnknownChannel(push, email) {
  const properties = Object.fromEntries(
    Object.entries({ ...email.properties, ...push.properties }).map(([name, schema]) => [
      name,
      schema === true ? true : { description: schema.description },
    ]),
  );
  properties.overrides = byWorkspace('override');
  properties.channel = place(
    { description: 'The channel. It determines which components are available.', enum: CHANNELS },
    {},
  );
  const description = 'A campaign whose channel is not known yet.';
  return { description, type: 'object', properties, additionalProperties: false };
}

/**
 * A schema with references allowed at every value below it. `known` contains the names whose references an enclosing
 * schema already checks. A rule on such a name accepts any reference.
 */
function convert(schema, $defs, known = new Set()) {
  if (typeof schema === 'boolean') return schema;
  const names = new Set([...known, ...Object.keys(schema.properties ?? {})]);
  const value = (child) => place(child, $defs);
  const rule = (child) => convert(child, $defs, names);
  const convertors = {
    properties: (children) =>
      mapValues(children, (child, name) => (known.has(name) ? ruleOnPlace(child, $defs) : value(child))),
    patternProperties: (children) => mapValues(children, value),
    additionalProperties: value,
    items: value,
    allOf: (children) => children.map(rule),
    dependentSchemas: (children) => mapValues(children, rule),
    then: rule,
    else: rule,
  };
  // Diagnostics name the section, the loader closes a copy, and tests read what widens the reach; in an editor, all of these
  // would only be in the way.
  const {
    'x-section': _,
    'x-closed': __,
    'x-widens': ___,
    'x-label': ____,
    'x-words': _____,
    ...visible
  } = schema;
  return withoutSkeleton(mapValues(visible, (child, keyword) => convertors[keyword]?.(child) ?? child));
}

/**
 * An object with its required fields in a rule of their own. Next to the descriptions of these fields, editors would
 * offer all of them as one more field, by the name of the definition.
 */
function withoutSkeleton({ required, ...schema }) {
  if (!required?.some((name) => typeof schema.properties?.[name] === 'object'))
    return { ...schema, ...(required && { required }) };
  const properties = Object.fromEntries(required.map((name) => [name, true]));
  return { ...schema, allOf: [...(schema.allOf ?? []), { properties, required }] };
}

/** A value or a reference. Hover texts and completions stay on the outer schema. */
function place(schema, $defs) {
  if (typeof schema === 'boolean') return schema;
  const isAnnotation = ([keyword]) => ANNOTATIONS.includes(keyword);
  const annotations = Object.fromEntries(Object.entries(schema).filter(isAnnotation));
  const rest = Object.fromEntries(Object.entries(schema).filter((entry) => !isAnnotation(entry)));
  Object.assign(annotations, completions(schema));
  if (schema.$ref) annotations.description ??= $defs[schema.$ref.replace('#/$defs/', '')].description;
  const reference = ref(mayBeText(rest, $defs) ? 'reference' : 'variable');
  const otherwise = Object.keys(rest).length > 0 ? { else: convert(rest, $defs) } : {};
  return { ...annotations, if: ref('is_reference'), then: reference, ...otherwise };
}

/** A rule on a value whose references are checked elsewhere. */
function ruleOnPlace(schema, $defs) {
  if (typeof schema === 'boolean') return schema;
  return { ...completions(schema), if: ref('is_reference'), else: convert(schema, $defs) };
}

/** The values that editors offer. They don't look for them behind a condition. */
function completions(schema) {
  const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  return values ? { examples: values } : {};
}

/** Whether a value can be text, and therefore the text of a file. */
function mayBeText(schema, $defs) {
  if (typeof schema === 'boolean') return schema;
  if (schema.$ref) return mayBeText($defs[schema.$ref.replace('#/$defs/', '')], $defs);
  if (schema.type) return [schema.type].flat().includes('string');
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (values) return values.some((value) => typeof value === 'string');
  if (schema.then && schema.else) return mayBeText(schema.then, $defs) || mayBeText(schema.else, $defs);
  return true;
}

function references() {
  const $file = {
    description: 'Path of a text file, relative to the folder of this file.',
    type: 'string',
    minLength: 1,
  };
  const $var = { description: 'Name of a variable in workspaces.yaml.', type: 'string', minLength: 1 };
  return {
    is_reference: {
      type: 'object',
      // Expressed without anyOf, because editors would show its descriptions in place of the field's own.
      not: { properties: { $file: false, $var: false } },
    },
    reference: {
      description:
        'A reference to a text: { $file: path } for the text of a file, { $var: name } for a variable.',
      type: 'object',
      properties: {
        $file,
        $var,
        with: {
          description:
            'Values for the placeholders in the text, by name: with: { shop_url: https://… } fills in [[shop_url]].',
          type: 'object',
          propertyNames: { pattern: PLACEHOLDER_NAME },
          additionalProperties: {
            description: 'A text, or { $var: name } for a variable of the workspace.',
            if: ref('is_reference'),
            then: ref('variable'),
            else: { type: 'string' },
          },
        },
        eol: {
          description:
            'Line endings to send, whatever the file uses: crlf for Windows line endings. If omitted, line feeds.',
          enum: ['crlf'],
        },
      },
      additionalProperties: false,
      dependentSchemas: {
        $file: { properties: { $var: false } },
        $var: { properties: { with: false, eol: false } },
      },
    },
    variable: {
      description: 'A reference to a value: { $var: name } for a variable of the workspace.',
      type: 'object',
      properties: { $var },
      additionalProperties: false,
    },
  };
}

/** The keys of a campaign file that the service doesn't have. */
function ownKeys() {
  return {
    key: {
      description:
        'The stable name of the campaign in this repository, such as onboarding/welcome-email. If omitted, the path below campaigns/ without the extension. Keep it if you move the file.',
      type: 'string',
      maxLength: 200,
      pattern: '^(?!.*\\.json(?:/|$))[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)*$',
    },
    status: place({ description: STATUS_TEXT, enum: STATUSES }, {}),
    workspaces: {
      description: 'The workspaces that the campaign is for. If omitted, all of them.',
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: {
        description: 'Name of a workspace in workspaces.yaml.',
        type: 'string',
        pattern: WORKSPACE_NAME,
      },
    },
  };
}

/** The file's own key whose contents depend on the channel. */
function byWorkspace(override) {
  return {
    description:
      'What differs in a workspace: its name, then the parts that change. Maps are merged, other values are replaced, and null removes a value.',
    type: 'object',
    patternProperties: { [WORKSPACE_NAME]: ref(override) },
    additionalProperties: false,
  };
}

/** Keys that people paste from the service's answers, which are reported and ignored (open point V18). */
function keysOfTheService() {
  const mapped = {
    id: 'Ignored here: the service assigns it when it creates the campaign.',
    campaign_id:
      'Ignored here: the service assigns it. The state branch records which campaign this file belongs to.',
    version_number:
      'Ignored here: the service counts versions when changes to a live campaign are published.',
    created_by: 'Ignored here: it is the author of the commit, or the actor in workspaces.yaml.',
    created_at: 'Ignored here: the service records when the campaign was created.',
    updated_by:
      'Ignored here: it is the author of the last commit that touched the campaign, or the actor in workspaces.yaml.',
    updated_at: 'Ignored here: the service records when the campaign was changed.',
    request_id: 'Ignored here: every request gets its own ID.',
  };
  // Editors don't offer a key with a deprecationMessage, and show the message if it was pasted.
  return mapValues(mapped, (description) => ({
    ...{ description, deprecated: true },
    deprecationMessage: description,
  }));
}

/** RFC 7396 merge patches for the components: everything is optional and may be null. */
function overrideOf(campaign) {
  const own = ['channel', 'campaign_delivery_type', 'overrides'];
  const names = Object.entries(campaign).filter(([name, schema]) => schema !== true && !own.includes(name));
  const components = Object.fromEntries(
    names.map(([name, { description }]) => [
      name,
      {
        description,
        if: ref('is_reference'),
        then: ref('variable'),
        else: { type: ['object', 'null'], additionalProperties: ref('patch_value') },
      },
    ]),
  );
  const status = place({ description: STATUS_TEXT, enum: [...STATUSES, null] }, {});
  return {
    description: 'What differs in one workspace.',
    type: 'object',
    properties: { status, ...components },
    additionalProperties: false,
  };
}

function patchValue() {
  return {
    description: 'A value in an override: a map is merged, any other value replaces, and null removes.',
    if: ref('is_reference'),
    then: ref('reference'),
    else: {
      if: { type: 'object' },
      then: { type: 'object', additionalProperties: ref('patch_value') },
      else: { if: { type: 'array' }, then: { type: 'array', items: ref('patch_value') } },
    },
  };
}

function ref(name) {
  return { $ref: `#/$defs/${name}` };
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
