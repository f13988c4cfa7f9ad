/** Below these keywords, a schema only adds rules to an object whose fields are listed elsewhere. */
const BRANCHES = ['allOf', 'dependentSchemas', 'else', 'if', 'then'];

/**
 * A copy of a schema in which every object refuses fields that it doesn't list. `x-closed` is for the exceptions: a
 * branch that lists all fields, and a definition that is only a part of others. What `propertyNames` refuses, the service
 * stores. JavaScript, because the script that precompiles the validators uses it, too.
 */
export function closed({ $defs, ...schema }) {
  const fieldsOf = ({ $ref }) => ($ref ? Object.keys($defs[$ref.replace('#/$defs/', '')].properties) : []);
  const close = (value, isBranch) => {
    if (Array.isArray(value)) return value.map((item) => close(item, isBranch));
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        close(member, isBranch || BRANCHES.includes(name)),
      ]),
    );
    const isWhole = value.type === 'object' && value.properties !== undefined && !isBranch;
    if (value['x-closed']) return { ...copy, additionalProperties: false };
    if (!isWhole || value['x-closed'] === false || 'additionalProperties' in value) return copy;
    const names = [...(value.allOf ?? []).flatMap(fieldsOf), ...Object.keys(value.properties)];
    return { ...copy, propertyNames: { enum: [...new Set(names)] } };
  };
  return { ...schema, $defs: close($defs, false) };
}
