// schemas/campaign.schema.json, the schema of a campaign file, from schemas/components.schema.json. It adds the keys that only
// files have, references in place of values, and a closed top level.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Keywords that only describe a value. */
const ANNOTATIONS = ['description', 'deprecated', 'deprecationMessage', 'examples'];
const STATUSES = ['ACTIVE', 'PAUSED', 'STOPPED', 'DRAFT'];
const CHANNELS = ['PUSH', 'EMAIL'];
const OF_FILES = parse(read('file-schema.yaml'));

const components = JSON.parse(read('../schemas/components.schema.json'));
export const files = { 'schemas/campaign.schema.json': JSON.stringify(campaignFile(components)) };

/** The schema of a campaign file. Its top level is closed for each channel, so that a misspelled name is one error. */
function campaignFile({ $schema, $defs }) {
  const { key, status, workspaces } = OF_FILES.own;
  const { patch_value: patchValue, ...references } = OF_FILES.definitions;
  const ignored = mapValues(OF_FILES.ignored, (description) => ({
    ...{ description, deprecated: true },
    deprecationMessage: description,
  }));
  const own = { key, status: place({ description: status, enum: STATUSES }, {}), workspaces, ...ignored };
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
        ...references,
        push_override: overrideOf(push.properties),
        email_override: overrideOf(email.properties),
        override: overrideOf({ ...email.properties, ...push.properties }),
        patch_value: patchValue,
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
  const isVisible = ([keyword]) =>
    !['x-section', 'x-closed', 'x-widens', 'x-label', 'x-words'].includes(keyword);
  const visible = Object.fromEntries(Object.entries(schema).filter(isVisible));
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

/** The file's own key whose contents depend on the channel. */
function byWorkspace(override) {
  return {
    description:
      'What differs in a workspace: its name, then the parts that change. Maps are merged, other values are replaced, and null removes a value.',
    type: 'object',
    patternProperties: { [OF_FILES.own.workspaces.items.pattern]: ref(override) },
    additionalProperties: false,
  };
}

/** RFC 7396 merge patches for the components: everything is optional and may be null. */
function overrideOf(campaign) {
  const own = ['channel', 'campaign_delivery_type', 'overrides'];
  const names = Object.entries(campaign).filter(([name, schema]) => schema !== true && !own.includes(name));
  const patch = { type: ['object', 'null'], additionalProperties: ref('patch_value') };
  const components = mapValues(Object.fromEntries(names), ({ description }) => ({
    ...{ description, if: ref('is_reference'), then: ref('variable'), else: patch },
  }));
  const status = place({ description: OF_FILES.own.status, enum: [...STATUSES, null] }, {});
  return {
    description: 'What differs in one workspace.',
    type: 'object',
    properties: { status, ...components },
    additionalProperties: false,
  };
}

function ref(name) {
  return { $ref: `#/$defs/${name}` };
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
