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
