import { plainFieldName } from '../../messages/field-names.ts';
import { canonical } from '../../model/canonical.ts';
import type { Desired } from '../../model/campaign.ts';
import { CHANNEL_RULES } from '../../model/channel.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { countedClip } from '../text-layout.ts';
import { valueWords } from './value-words.ts';

/** Characters of a title that are shown. */
const TITLE_CHARS = 120;

/** What recipients see first: `subject line: Welcome (+ 2 more variations)`. Never empty, since missing content matters, too. */
export function titleOf({ channel, components }: Desired): string {
  const component = components.campaign_content;
  if (!component) return 'no content yet';
  const { content } = canonical('campaign_content', component);
  const languages = isJsonObject(content) ? content : {};
  const { headline: field } = CHANNEL_RULES[channel];
  const first = firstText(isJsonObject(languages.default) ? languages.default : languages, field);
  const name = plainFieldName(field);
  if (first === undefined) return `no ${name} yet`;
  const title = valueWords(first);
  return `${name}: ${countedClip(title, TITLE_CHARS)}${moreWords(languages)}`;
}

/** Other variations of the first language, and other languages. */
function moreWords(languages: JsonObject): string {
  const [first = {}] = [languages.default, ...Object.values(languages)].filter(isJsonObject);
  const variations = Object.keys(first).filter((name) => /^variation_\d+$/.test(name)).length - 1;
  const others = Object.keys(languages).filter((name) => name !== 'default');
  const more = [
    ...(variations > 0 ? [`+ ${counted(variations, 'more variation')}`] : []),
    ...(others.length > 0 ? [`also in ${others.map(valueWords).join(', ')}`] : []),
  ];
  return more.length === 0 ? '' : ` (${more.join(', ')})`;
}

/** The first text of that name, at any depth: platforms and templates keep it in different places. */
function firstText(value: JsonValue | undefined, field: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const own = value[field];
  if (typeof own === 'string' && own !== '') return own;
  for (const member of Object.values(value)) {
    const found = firstText(member, field);
    if (found !== undefined) return found;
  }
  return undefined;
}
