import type { Child as Html } from 'hono/jsx';
import { sameJson, type JsonObject } from '../../model/json.ts';
import { MailView, shownMails } from './mail-view.tsx';
import type { PreviewUser } from '../../model/workspace.ts';
import type { Message, MessageSet } from './messages.ts';
import { PushView } from './push-view.tsx';
import type { SideOf } from './side.tsx';

/** Whose view readers can choose, and how a message looks to one of them. */
export interface Previews {
  readonly users: readonly PreviewUser[];
  /** A message (the content of one platform, or of a mail) with its expressions replaced. */
  readonly resolve: (content: JsonObject, user: PreviewUser) => JsonObject;
}

interface MessagesProps {
  readonly sets: readonly MessageSet[];
  readonly previews: Previews;
  /** The caption of a message that has no other side. */
  readonly unchanged?: string;
}

/** The messages of a campaign: a tab for each language and variation, side by side before and after. */
export function MessagesView({ sets, previews, unchanged = 'Unchanged' }: MessagesProps) {
  return (
    <div class="messages">
      <div class="tools">
        {sets.some(({ messages }) => messages.some(({ platform }) => platform === 'email')) && (
          <span role="group" aria-label="Width of the mail">
            <button type="button" data-width="phone" aria-pressed="true">
              Phone
            </button>
            <button type="button" data-width="desktop" aria-pressed="false">
              Desktop
            </button>
          </span>
        )}
        <button type="button" data-pictures hidden>
          Show pictures
        </button>
      </div>
      <div class={sets.length > 1 ? 'tabs' : ''}>
        {sets.map((set) => (
          <div class="panel" data-label={set.label} data-changed={set.isChanged ? '' : undefined}>
            {set.label !== '' && <h4>{set.isChanged ? set.label : `${set.label}, unchanged`}</h4>}
            {viewsOf(set, previews).map(({ messages, users }) => (
              <div class={previews.users.length > 0 ? 'for' : ''} data-for={users.join(' ')}>
                <Platforms messages={messages} unchanged={unchanged} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface View {
  readonly messages: readonly Message[];
  /** The places of those who see them so: 0 for nobody in particular, 1 for the first user. */
  readonly users: number[];
}

/** What each user sees, once for all who see the same. */
function viewsOf({ messages }: MessageSet, previews: Previews): View[] {
  const views = new Map<string, View>();
  [undefined, ...previews.users].forEach((user, at) => {
    const seen = messages.map((one) => seenBy(one, user, previews));
    const text = JSON.stringify(seen);
    const same = views.get(text) ?? { messages: seen, users: [] };
    same.users.push(at);
    views.set(text, same);
  });
  return [...views.values()];
}

function seenBy(message: Message, user: PreviewUser | undefined, { resolve }: Previews): Message {
  if (user === undefined) return message;
  const [before, after] = [message.before, message.after].map((one) => one && resolve(one, user));
  return { ...message, before, after };
}

const NAMES = { android: 'Android', ios: 'iOS', web: 'Web', email: 'Mail' } as const;

interface PlatformsProps extends Pick<View, 'messages'> {
  readonly unchanged: string;
}

function Platforms({ messages, unchanged }: PlatformsProps) {
  const isSingle = messages.every(isOneSided);
  return (
    <div class={isSingle ? 'platforms single' : 'platforms'}>
      {messages.map((message) => (
        <div class={`platform of-${message.platform}`}>
          {message.platform !== 'email' && <p class="name">{NAMES[message.platform]}</p>}
          <Sides message={message} unchanged={unchanged} />
        </div>
      ))}
    </div>
  );
}

function isOneSided({ before, after }: Message): boolean {
  return before === undefined || after === undefined || sameJson(before, after);
}

function Sides({ message, unchanged }: { readonly message: Message; readonly unchanged: string }) {
  const { platform, before, after } = message;
  const isSame = before !== undefined && sameJson(before, after);
  const mails =
    platform === 'email' ? shownMails(isSame ? { before, after: undefined } : message) : undefined;
  const view = (side: SideOf): Html =>
    platform === 'email' ? (
      <MailView side={side} shown={mails?.[side.name]} />
    ) : (
      <PushView side={side} platform={platform} />
    );
  const figures = [
    {
      name: 'before',
      content: before,
      other: isSame ? undefined : after,
      title: isSame ? unchanged : after === undefined ? 'Now, removed by the change' : 'Now',
    },
    {
      name: 'after',
      content: isSame ? undefined : after,
      other: before,
      title: before ? 'After the change' : 'New',
    },
  ] as const;
  return (
    <div class="sides">
      {figures.map(
        ({ content, title, ...side }) =>
          content && (
            <figure>
              {title !== '' && <figcaption>{title}</figcaption>}
              {view({ ...side, content })}
            </figure>
          ),
      )}
    </div>
  );
}
