import { isJsonObject, isList, valueAt, type JsonObject } from '../../model/json.ts';
import type { Platform } from './messages.ts';
import { Text, textAt, type SideOf } from './side.tsx';

// Push messages as devices show them, as far as the fields of the API say it: enough to judge texts, lengths and pictures.

interface PushProps {
  readonly side: SideOf;
  readonly platform: Exclude<Platform, 'email'>;
}

export function PushView({ side, platform }: PushProps) {
  const { content } = side;
  const background = colorOf(textAt(content, 'basic_details', 'background_color_code'));
  return (
    <>
      <div
        class={`push ${platform}`}
        style={background && `background:${background.color};color:${background.ink}`}
      >
        <div class="push-app">
          <span class="icon" aria-hidden="true" />
          {platform === 'web' ? 'Your site' : 'Your app'} · now
        </div>
        <div class="push-title">
          <Text side={side} path={['basic_details', 'title']} missing="No title yet" />
        </div>
        {platform === 'ios' && (
          <div class="push-title">
            <Text side={side} path={['basic_details', 'subtitle']} />
          </div>
        )}
        <div class="push-text">
          <Text side={side} path={['basic_details', 'message']} missing="No message yet" />
        </div>
        <div class="push-text">
          <Text side={side} path={['basic_details', 'summary']} />
        </div>
        <Pictures content={content} />
        <Timer content={content} />
        <Buttons content={content} />
      </div>
      <PushNotes content={content} />
    </>
  );
}

/** A color that a device would paint, with letters that can be read on it. */
function colorOf(code: string | undefined) {
  const [, hex = ''] = /^#?([0-9a-f]{6})$/i.exec(code ?? '') ?? [];
  if (hex === '') return undefined;
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
  const isLight = red * 0.299 + green * 0.587 + blue * 0.114 > 140;
  return { color: `#${hex}`, ink: isLight ? '#000' : '#fff' };
}

/** The pictures in a message, each where it stands. A carousel is a list. */
function Pictures({ content }: { readonly content: JsonObject }) {
  const single = ['image_url', 'banner_image_url', 'input_gif_url', 'rich_media_value'].flatMap(
    (field) => textAt(content, 'basic_details', field) ?? [],
  );
  const icon = textAt(content, 'advanced', 'icon_url');
  const slides = listAt(content, 'basic_details', 'carousel_content', 'slide_data');
  return (
    <>
      {icon !== undefined && <Picture address={icon} name="icon" />}
      {[...new Set(single)].map((address) => (
        <Picture address={address} name="picture" />
      ))}
      {slides.length > 0 && (
        <ol class="carousel" aria-label="Carousel">
          {slides.map((slide, at) => (
            <li>
              <Picture address={textAt(slide, 'image_url') ?? ''} name={`slide ${at + 1}`} />
              <span class="small">{textAt(slide, 'image_click_action_value') ?? ''}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A place for a picture, which the script fills when a reader asks for pictures. */
function Picture({ address, name }: { readonly address: string; readonly name: string }) {
  return (
    <span class="picture" data-picture={/^https:\/\//i.test(address) ? address : undefined}>
      {name}: {address === '' ? 'none yet' : address}
    </span>
  );
}

function Timer({ content }: { readonly content: JsonObject }) {
  const timer = valueAt(content, ['timer']);
  if (!isJsonObject(timer)) return null;
  const hasBar = textAt(content, 'template_type') === 'TIMER_WITH_PROGRESS_BAR';
  const two = (field: string) => (textAt(timer, field) ?? '0').padStart(2, '0');
  const isDuration = textAt(timer, 'timer_ends_at') === 'DURATION';
  const end = textAt(timer, 'specific_time') ?? textAt(timer, 'timer_ends_at') ?? '';
  return (
    <div class="timer">
      {isDuration ? `${two('duration_hour')}:${two('duration_minute')}:00 left` : `Counts down to ${end}`}
      {hasBar && <span class="bar" aria-hidden="true" />}
    </div>
  );
}

function Buttons({ content }: { readonly content: JsonObject }) {
  const names = listAt(content, 'buttons').map(
    (one) => textAt(one, 'btn_name') ?? textAt(one, 'title') ?? textAt(one, 'button_category') ?? 'a button',
  );
  if (names.length === 0) return null;
  return (
    <div class="buttons">
      {names.map((name) => (
        <span>{name}</span>
      ))}
    </div>
  );
}

/** Where taps lead, and what devices show that don't support the template. */
function PushNotes({ content }: { readonly content: JsonObject }) {
  const opens = textAt(content, 'basic_details', 'default_click_action_value');
  const site = textAt(content, 'basic_details', 'redirect_url');
  const template = textAt(content, 'custom_template_id');
  const taps = listAt(content, 'buttons').flatMap((one) => {
    const [name, to] = [
      textAt(one, 'btn_name') ?? textAt(one, 'title'),
      textAt(one, 'click_action_value') ?? textAt(one, 'url'),
    ];
    return name !== undefined && to !== undefined ? [`“${name}” opens ${to}`] : [];
  });
  const backup = [
    textAt(content, 'template_backup', 'title'),
    textAt(content, 'template_backup', 'message'),
  ].filter(Boolean);
  const notes = [
    ...(opens === undefined ? [] : [`Opens ${opens}`]),
    ...(site === undefined ? [] : [`Opens ${site}`]),
    ...taps,
    ...(template === undefined
      ? []
      : [`The template ${template} of the service, whose look isn't known here`]),
    ...(backup.length === 0 ? [] : [`Without support for the template: ${backup.join(' – ')}`]),
  ];
  return notes.length === 0 ? null : (
    <ul class="notes">
      {notes.map((note) => (
        <li>{note}</li>
      ))}
    </ul>
  );
}

function listAt(content: JsonObject, ...path: string[]): JsonObject[] {
  const list = valueAt(content, path);
  return isList(list) ? list.filter(isJsonObject) : [];
}
