import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { receivedText } from '../../src/plan/received-text.ts';

const text = (message: string) => receivedText({ campaign_content: { content: { push: { message } } } });

describe('a message, as users see it', () => {
  it.each([
    ['blanks at the end', 'Hi there', 'Hi there  '],
    ['repeated blanks', 'Hi there', 'Hi   there'],
    ['a line break', 'Hi there', 'Hi\nthere'],
    ['an HTML entity', 'Hi & bye', 'Hi &amp; bye'],
    ['a zero-width character', 'Hi', 'H\u200bi'],
    ['blanks in a placeholder', 'Hi {{user.first_name}}', 'Hi {{  user.first_name }}'],
    ['blanks in a tag', '{%if a%}Hi{%endif%}', '{% if a %}Hi{%\tendif %}'],
  ])('is the same with %s', (_, one, other) => {
    expect(text(other)).toBe(text(one));
  });

  it.each([
    ['another word', 'Hi there', 'Hi you'],
    ['capitals', 'Hi there', 'HI THERE'],
    ['another placeholder', 'Hi {{user.first_name}}', 'Hi {{user.last_name}}'],
    ['no blank between two words', 'Hi there', 'Hithere'],
    ['a joiner between emoji', '👩\u200d🚀', '👩🚀'],
  ])('is not the same with %s', (_, one, other) => {
    expect(text(other)).not.toBe(text(one));
  });

  it('may be nothing but blanks, as many as a file can hold', () => {
    expect(text(`a${' '.repeat(2 * 1024 * 1024)}b`)).toBe(text('a b'));
  });
});

describe('a start at a fixed time', () => {
  const at = (start_time: string, timezone: string): JsonObject => ({
    ...{ delivery_type: 'AT_FIXED_TIME', start_time, timezone },
  });
  const schedule = (scheduling_details: JsonObject) => receivedText({ scheduling_details });
  const noon = at('2031-01-01T12:00:00', 'Europe/Berlin');

  it('is the same by another clock, and not at another instant', () => {
    expect(schedule(at('2031-01-01T11:00:00', 'UTC'))).toBe(schedule(noon));
    expect(schedule(at('2031-01-01T12:00:00', 'UTC'))).not.toBe(schedule(noon));
  });

  it('is not one of each user, whose clock decides', () => {
    const local = { ...noon, delivery_type: 'SEND_IN_USER_TIMEZONE' };
    expect(schedule({ ...local, timezone: 'UTC' })).not.toBe(schedule(local));
  });
});
