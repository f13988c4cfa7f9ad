import {
  COMPONENTS,
  type Components,
  type DeliveryType,
  type Desired,
  type Position,
  type WritableChannel,
} from '../model/campaign.ts';
import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import { mergePatch } from './merge-patch.ts';
import { isDesiredStatus, statusFinding, type Head } from './read-head.ts';
import { resolveReferences, type ReadReference } from './references.ts';
import { RULES } from './rules.ts';
import { onePerPlace, schemaProblems, type SchemaProblem } from './schema-errors.ts';
import type { Span } from './source.ts';

/** One file for one workspace: overrides merged, references resolved, schema and rules checked. */
export function loadBody(
  head: Head,
  workspace: Workspace,
  readReference: ReadReference,
): { desired: Desired | undefined; diagnostics: readonly Diagnostic[] } {
  const { source } = head;
  const merged = mergeOverride(head, workspace.name);
  const resolved = resolveReferences(merged.body, {
    file: source.file,
    vars: workspace.vars,
    workspace: workspace.name,
    read: readReference,
  });
  const body: JsonObject = isJsonObject(resolved.value) ? resolved.value : {};
  const problems: SchemaProblem[] =
    resolved.problems.length > 0
      ? resolved.problems.map((problem) => ({ ...problem, on: 'value' }))
      : onePerPlace([...schemaProblems('campaign', body), ...rulesFor(body, workspace)]);
  const diagnostics: Diagnostic[] = problems.map(({ path, on, code, message, hint }) => ({
    file: source.file,
    ...spanOf(head, workspace.name, { path, on }),
    code,
    message,
    hint,
  }));
  const { status } = merged;
  if (status !== undefined && !isDesiredStatus(status) && status !== head.status) {
    const [code, message, hint] = statusFinding(status);
    diagnostics.push({
      file: source.file,
      ...source.at(['overrides', workspace.name, 'status']),
      code,
      message,
      hint,
    });
  }
  if (hasErrors(diagnostics)) return { desired: undefined, diagnostics };
  return { desired: desiredFrom(head, { body, status, workspace, files: resolved.files }), diagnostics };
}

function mergeOverride(head: Head, workspace: string): { body: JsonObject; status: JsonValue | undefined } {
  const patch = Object.hasOwn(head.overrides, workspace) ? head.overrides[workspace] : undefined;
  const whole: JsonObject = { ...head.body, ...(head.status !== undefined && { status: head.status }) };
  const merged = isJsonObject(patch) ? mergePatch(whole, patch) : whole;
  if (!isJsonObject(merged)) return { body: head.body, status: head.status };
  const { status, ...body } = merged;
  return { body, status };
}

/** Rules look at campaigns of a known shape only, so that one mistake is told once. */
function rulesFor(body: JsonObject, { features, name }: Workspace): SchemaProblem[] {
  if (body.channel !== 'EMAIL' && body.channel !== 'PUSH') return [];
  return RULES.flatMap((rule) => rule({ body, features, workspace: name }));
}

/** Where a value was written: in the override where that says it, else in the body. */
function spanOf(head: Head, workspace: string, { path, on }: { path: Path; on: 'key' | 'value' }): Span {
  const { source } = head;
  const overridden: Path = ['overrides', workspace, ...path];
  const where = path.length > 0 && source.has(overridden) ? overridden : path;
  return on === 'key' ? source.keyAt(where) : source.at(where);
}

/** The rule for V21 has seen to it that there is one. */
function nameOf({ basic_details: details }: Components): string {
  return typeof details?.name === 'string' ? details.name : '';
}

interface Body {
  readonly body: JsonObject;
  readonly status: JsonValue | undefined;
  readonly workspace: Workspace;
  readonly files: readonly string[];
}

function desiredFrom(head: Head, { body, status, workspace, files }: Body): Desired {
  const components = Object.fromEntries(
    COMPONENTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as Components;
  const keys = ['status', 'channel', 'campaign_delivery_type', ...COMPONENTS] as const;
  const positions = new Map<(typeof keys)[number], Position>();
  for (const key of keys) {
    const { line, column } = spanOf(head, workspace.name, { path: [key], on: 'key' });
    positions.set(key, { line, column });
  }
  return {
    key: head.key,
    file: head.source.file,
    channel: body.channel as WritableChannel,
    deliveryType: body.campaign_delivery_type as DeliveryType,
    name: nameOf(components),
    status: isDesiredStatus(status) ? status : undefined,
    components,
    positions,
    sources: [...new Set([head.source.file, ...files])],
  };
}
