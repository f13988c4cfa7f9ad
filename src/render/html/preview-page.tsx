import type { Preview } from '../../model/messages.ts';
import { previewFacts, unresolvedLine, unresolvedTitle } from '../rows/preview-words.ts';
import { MessagesView } from './message-view.tsx';
import { messageSets } from './messages.ts';
import { pageHtml, Section, type PageFrame } from './page.tsx';

/** Its expressions are replaced already. */
const AS_IT_IS = { users: [], resolve: <Content,>(content: Content) => content };

/** A message as a user gets it, as one file for a browser or a printer. */
export function previewHtml(preview: Preview, { digest }: Pick<PageFrame, 'digest'>): string {
  const { key, workspace, unresolved } = preview;
  const content = { content: preview.content };
  return pageHtml(
    { title: `${key} · ${workspace}`, digest },
    <>
      <header>
        <h1>{key}</h1>
        <p class="lead">{[workspace, ...previewFacts(preview)].join(' · ')}</p>
      </header>
      {unresolved.length > 0 && (
        <Section title={unresolvedTitle(unresolved)} id="unresolved">
          <ul>
            {unresolved.map((one) => (
              <li>{unresolvedLine(one)}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Message" id="messages">
        <div class="card inside">
          <MessagesView sets={messageSets(content, content)} previews={AS_IT_IS} unchanged="" />
        </div>
      </Section>
    </>,
  );
}
