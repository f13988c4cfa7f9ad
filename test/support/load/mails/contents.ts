import type { Pieces } from './layouts.ts';

export const CONTENTS: readonly Pieces[] = [
  {
    lang: 'en',
    subject: '{{ user.first_name | default: "Hello" }}, your trail is waiting 🏔️',
    preview: 'Twenty percent off boots, only this week.',
    greeting: 'Hi {{ user.first_name | default: "there" }},',
    text: 'Our boots are made for <strong>{{ user.city | default("the hills") }}</strong>. Free cancellation until 4 May.',
    action: 'See the boots',
    href: 'https://shop.northtrail.example/boots?utm_source=newsletter&amp;utm_medium=email',
    leave: ['Unsubscribe', '{{ user.unsubscribe_url }}'],
  },
  {
    lang: 'de',
    subject:
      '{% if user.first_name %}{{ user.first_name }}, dein{% else %}Dein{% endif %} Gutschein läuft ab',
    preview: 'Nur noch bis Sonntag: 10 € für deine nächste Tour.',
    greeting: '{% if user.first_name %}Hallo {{ user.first_name }}{% else %}Hallo{% endif %},',
    text: 'dein Gutschein über 10&nbsp;€ gilt noch bis Sonntag. Größe und Farbe frei wählbar – NÃO perder!',
    action: 'Gutschein einlösen',
    href: '{{ event.voucher_url }}',
    leave: ['Newsletter abbestellen', 'https://shop.northtrail.example/abmelden?u={{ user.id }}'],
  },
  {
    lang: 'fr',
    subject: "Votre récapitulatif d'avril, {{UserAttribute['First Name'] | default('bonjour')}}",
    preview: 'Les sentiers que vous avez parcourus ce mois-ci',
    greeting: "Bonjour {{UserAttribute['First Name'] | default('à vous')}} !",
    text: 'Vous avez marché {{ event.kilometers }} km en avril. L’été arrive, « profitez-en ».',
    action: 'Voir mes sentiers',
    href: 'https://shop.northtrail.example/fr/{{ user.id }}/sentiers',
    leave: ['Se d&eacute;sabonner', '{{ unsubscribe_url }}'],
  },
];
