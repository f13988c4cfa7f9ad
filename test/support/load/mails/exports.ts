import { readFileSync } from 'node:fs';

// Emails as builders and shops export them, each in a file of its own: BEE, Klaviyo, MJML, Stripo, Shopify, and by hand.

export interface Exported {
  readonly kind: 'PROMOTIONAL' | 'TRANSACTIONAL';
  readonly subject: string;
  /** Empty if there is none. */
  readonly preview: string;
}

export const EXPORTS: Readonly<Record<string, Exported>> = {
  'birthday-es': {
    kind: 'PROMOTIONAL',
    subject: '{{ user.first_name | default: "Hola" }}, tenemos un regalo para ti 🎂',
    preview: '15 € para celebrarlo',
  },
  'cart-pt': { kind: 'PROMOTIONAL', subject: 'Seu carrinho está com saudades 🛒', preview: '' },
  'letter-en': { kind: 'PROMOTIONAL', subject: 'a quick question', preview: 'I read every reply' },
  'month-sv': { kind: 'PROMOTIONAL', subject: 'Nya vandringar i {{ event.manad }}', preview: '' },
  'order-en': { kind: 'TRANSACTIONAL', subject: 'Order {{ event.order_name }} confirmed', preview: '' },
  'reset-ja': { kind: 'TRANSACTIONAL', subject: '【こもれび書店】パスワード再設定のご案内', preview: '' },
  'sale-it': { kind: 'PROMOTIONAL', subject: "Saldi d'estate: -50%", preview: 'Solo fino a domenica' },
  'show-he': {
    kind: 'PROMOTIONAL',
    subject: '{{ event.show_name }} מגיעים לעיר שלך',
    preview: 'כרטיסים במכירה מוקדמת',
  },
  'survey-de': {
    kind: 'TRANSACTIONAL',
    subject: 'Wie war Ihr Besuch bei {{ event.branch.name }}?',
    preview: '',
  },
  'week-nl': {
    kind: 'PROMOTIONAL',
    subject: 'Jouw week: {{ event.kilometers | round: 1 }} km',
    preview: 'Bekijk je ritten en badges',
  },
};

/** The HTML of one of them. */
export function exportedHtml(name: string): string {
  return readFileSync(new URL(`exports/${name}.html`, import.meta.url), 'utf8');
}

/** Mistakes in them: the code of the finding, the email, a part of it, and what stands there. */
export const EXPORT_FAULTS: readonly (readonly [code: string, name: string, was: string, is: string])[] = [
  ['LINK', 'birthday-es', 'href="https://www.casalinda.example/es/regalo?c=CUMPLE15" target="_blank" style', '»href="https://www.casalinda .example/es/regalo" target="_blank" style'],
  ['CLIENT_SUPPORT', 'birthday-es', 'width:100%;padding-right:0px;padding-left:0px;', 'width:100%;»position:absolute;top:0;'],
  ['EXPRESSION', 'order-en', 'href="{{ event.order_status_url }}"', 'href="»{{ event.order_status_url }"'],
  ['LINK', 'order-en', 'href="mailto:help@fernandoak.example?subject=Order%20{{ event.order_name | url_encode }}"', '»href="help@fernandoak.example"'],
  ['FALLBACK', 'reset-ja', '{{ user.last_name | default: "お客" }}', '»{{ user.last_name }}'],
  ['EXPRESSION', 'reset-ja', '| url_encode', '| »url_encod'],
  ['EXPRESSION', 'cart-pt', '{% endfor %}', ''],
  ['ALT', 'cart-pt', '<img src="{{ item.image_url }}" width="180" alt="{{ item.name }}">', '»<img src="{{ item.image_url }}" width="180">'],
  ['PREVIEW_TEXT', 'cart-pt', 'display:none;font-size:1px;color:#f7f7f7;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;', ''],
  ['LINK', 'week-nl', 'href="https://fietsclub.example/ritten', '»href="https:/fietsclub.example/ritten'],
  ['EXPRESSION', 'week-nl', "{% when 'sprinter' %}", "»{% wen 'sprinter' %}"],
  ['ATTRIBUTE', 'letter-en', 'user.first_name', 'user.fist_name'],
  ['HTML', 'letter-en', 'this year?</b>', 'this year?'],
  ['LINK', 'letter-en', 'href="https://loamwork.example/start', '»href="https://loamwork.local/start'],
  ['UNSUBSCRIBE', 'sale-it', '<a href="{{ user.unsubscribe_url }}">Disiscriviti</a> | ', ''],
  ['ATTRIBUTE', 'sale-it', "user.tier == 'oro'", "user.teir == 'oro'"],
  ['EXPRESSION', 'sale-it', '{% else %}I saldi', '»{% esle %}I saldi'],
  ['EXPRESSION', 'month-sv', 'default(0)', '»defualt(0)'],
  ['EXPRESSION', 'month-sv', '{% endmacro %}', ''],
  ['LINK', 'survey-de', 'href="https://umfrage.radwerk.example/n/', '»href="http://127.0.0.1:3000/n/'],
  ['CLIENT_SUPPORT', 'survey-de', '.skala td { width: 9%; }', '.skala tr { »display: flex; }'],
  ['EXPRESSION', 'survey-de', '{% if note < 7 %}', '»{% if note < 7 }'],
  ['LINK', 'show-he', 'src="https://img.bama.example/2026/{{ event.show_id }}/banner.jpg"', '»src="C:\\Users\\noa\\banner.jpg"'],
  ['LINK', 'show-he', 'href="https://bama.example/shows/{{ event.show_id }}/tickets"', '»href=""'],
  ['EXPRESSION', 'show-he', '{{ event.show_name }} מגיע', '»{{ event.show_name } } מגיע'],
]; // prettier-ignore
