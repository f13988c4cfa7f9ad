// Campaign files for tables. Each function takes the part that a row is about and adds the rest of the file.

/** Writes a file around a part of it. */
export type Around = (part: string) => string;

/** A campaign of some kind, with the part at its end. */
export function campaignOf(
  channel: 'PUSH' | 'EMAIL',
  deliveryType: string,
  details = 'name: A campaign',
): Around {
  const head = `channel: ${channel}\ncampaign_delivery_type: ${deliveryType}\nbasic_details: { ${details} }\n`;
  return (part) => `${head}${part}\n`;
}

/** The part is the value at a path of maps, in block style. */
export function under(around: Around, path: string): Around {
  const keys = path.split('.').map((key, depth) => `${'  '.repeat(depth)}${key}:`);
  return (part) => around(`${keys.join('\n')} ${part}`);
}

/** The part is what the workspace `staging` overrides. */
export function overriding(around: Around, own: string): Around {
  return (part) => around(`${own}\noverrides:\n  staging:\n    ${part}`);
}

/** The part and another component. */
export function beside(around: Around, component: string): Around {
  return (part) => around(`${component}\n${part}`);
}
