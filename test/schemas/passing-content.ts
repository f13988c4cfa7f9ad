import type { Json, JsonMap } from './schemas.ts';

// Content without a mistake, for passing.ts: every field of every template type, in both shapes.

interface Content {
  readonly what: string;
  readonly content: JsonMap;
}

const pairs: Json = [{ key: 'source', value: 'spring' }];
const picture = 'https://cdn.example.com/a.png';

const ACTIONS = ['DEEPLINKING', 'NAVIGATE_TO_A_SCREEN', 'RICH_LANDING'];
const taken = (values: readonly string[], index: number) => values[index % values.length] ?? '';

/** Where a tap leads: to a page of the app, or to one of the web. */
const led = (index: number) =>
  taken(ACTIONS, index) === 'RICH_LANDING' ? 'https://shop.example.com/sale' : 'shop://sale';

const click = (index: number): JsonMap => ({
  default_click_action: taken(ACTIONS, index),
  default_click_action_value: led(index),
  key_value_pairs: pairs,
});
const carousel = (index: number): JsonMap => ({
  slider_transition: taken(['MANUAL', 'AUTOMATIC'], index),
  slide_data: [
    {
      ...{ image_url: picture, image_click_action: taken(ACTIONS, index) },
      ...{ image_click_action_value: led(index), key_value_pairs: pairs },
    },
  ],
});

const android = (index: number): JsonMap => ({
  ...{ notification_channel: 'offers', title: 'Sale', message: 'Hello {{ event.first_name }}' },
  ...{ summary: 'Tents', image_url: picture },
  ...click(index),
});
const styled = (index: number): JsonMap => ({
  ...{ background_color_code: '#E8F1EC', app_name_color_code: '#1F6F43' },
  notification_control_color: taken(['LIGHT', 'DARK'], index),
  apply_background_color_in_text_editor: false,
});
const scaled = (index: number): JsonMap => ({
  image_scaling: taken(['FIT_INSIDE_IMAGE_CONTAINER', 'FILL_IMAGE_CONTAINER'], index),
});
const backup = (index: number): JsonMap => ({
  template_backup: {
    ...{ title: 'Sale', message: 'Hello', summary: 'Tents', image_url: picture },
    ...click(index),
  },
});
const ENDS = ['DURATION', 'SPECIFIC_TIME_USER_TIMEZONE', 'SPECIFIC_TIME_CAMPAIGN_TIMEZONE'];
const timer = (index: number): JsonMap => ({
  timer: {
    timer_ends_at: taken(ENDS, index),
    ...{ personalized_value: false, specific_time: '2031-05-04T18:00:00', time_period: 'PM' },
    ...{ duration_hour: '2', duration_minute: '30' },
  },
});
const banner: JsonMap = {
  ...{ banner_image_url: picture, include_app_name_and_time: true, include_title_and_message: false },
  collapsed_push_notification: 'TITLE',
};

/** The parts of a notification that only some Android templates have. */
const ANDROID: Readonly<Record<string, (index: number) => { own?: JsonMap; more?: JsonMap }>> = {
  BASIC: () => ({ own: { input_gif_url: 'https://cdn.example.com/a.gif' } }),
  STYLIZED_BASIC: (index) => ({ own: styled(index), more: backup(index) }),
  SIMPLE_IMAGE_CAROUSEL: (index) => ({
    own: { ...styled(index), ...scaled(index), carousel_content: carousel(index) },
    more: backup(index),
  }),
  IMAGE_BANNER_WITH_TEXT: (index) => ({
    own: { ...styled(index), ...scaled(index), ...banner },
    more: backup(index),
  }),
  TIMER: (index) => ({ more: { ...timer(index), ...backup(index) } }),
  TIMER_WITH_PROGRESS_BAR: (index) => ({ more: { ...timer(index), ...backup(index) } }),
  Custom: () => ({ more: { custom_template_id: '65f0a1b2', custom_template_version: 2 } }),
};

const BUTTONS = [
  ...ACTIONS,
  ...['CALL', 'SHARE', 'COPY', 'SET_USER_ATTRIBUTE', 'TRACK_EVENT'],
  ...['CUSTOM_ACTION', 'SNOOZE', 'REMIND_LATER'],
].map((type): JsonMap => ({
  ...{ btn_name: 'Go', click_action_type: type, click_action_name: 'tents' },
  ...{ click_action_value: 'shop://tents', key_value_pairs: pairs },
}));

const androidContent = (template: string, index: number): JsonMap => {
  const { own = {}, more = {} } = ANDROID[template]?.(index) ?? {};
  return {
    template_type: template,
    basic_details: { ...android(index), ...own },
    ...more,
    buttons: BUTTONS,
    advanced: {
      ...{ coupon_code: 'SPRING', icon_type_in_notification: 'LARGE', use_large_icon: true },
      ...{ make_notification_sticky: true, dismiss_button_text: 'Close', auto_dismiss_notification: true },
      auto_dismiss_notification_time_value: 4,
      auto_dismiss_notification_time_granularity: taken(['DAYS', 'HOURS', 'MINUTES'], index),
      ...{ group_key: 'offers', collapse_replace_key: 'sale' },
    },
  };
};

const iosText = (index: number): JsonMap => ({
  ...{ title: 'Sale', message: 'Hello', subtitle: 'Tents', allow_bg_refresh: true },
  rich_media_type: taken(['Image', 'Video', 'GIF'], index),
  rich_media_value: picture,
  ...click(index),
});
const iosContent = (template: string, index: number): JsonMap => ({
  template_type: template,
  basic_details: {
    ...iosText(index),
    ...{ input_gif_url: picture, image_url: picture, background_color_code: '#fff' },
    ...{ apply_background_color_in_text_editor: true, carousel_content: carousel(index) },
  },
  template_backup: iosText(index),
  buttons: [{ button_category: 'SALE' }],
  advanced: {
    ...{ coupon_code: 'SPRING', sound_file: 'bell.caf', group_key: 'offers' },
    ...{ collapse_replace_key: 'sale', enable_ios_badge: true },
  },
  ...(template === 'Custom' && { custom_template_id: '65f0a1b2', custom_template_version: 2 }),
});
const webContent = (index: number): JsonMap => ({
  template_type: 'BASIC',
  basic_details: {
    ...{ title: 'Sale', message: 'Hello', redirect_url: 'https://shop.example.com/' },
    ...{ image_url: picture, auto_dismiss_notification: true },
  },
  buttons: [{ title: 'Go', url: 'https://shop.example.com/', icon_url: picture }],
  advanced: { icon_image_type: taken(['DEFAULT', 'ICON_URL'], index), icon_url: picture },
});

const IOS = ['BASIC', 'STYLIZED_BASIC', 'SIMPLE_IMAGE_CAROUSEL', 'Custom'];

const notifications = Object.keys(ANDROID).flatMap((template, place) =>
  [0, 1, 2].map((index): readonly [what: string, payload: JsonMap] => [
    `${template}, ${taken(ACTIONS, index)}`,
    {
      push: {
        ...{ android: androidContent(template, index), ios: iosContent(taken(IOS, place), index) },
        web: webContent(index),
      },
    },
  ]),
);

const letter: JsonMap = {
  ...{ subject: 'Hello {{ event.first_name }}', preview_text: 'Tents', sender_name: 'Shop' },
  ...{ from_address: 'hello@example.com', reply_to_address: 'care@example.com' },
  ...{ cc_ids: ['a@example.com'], bcc_ids: ['b@example.com'] },
  attachments: [
    { file_type: 'URL', url: 'https://cdn.example.com/a.pdf' },
    { file_type: 'PERSONALIZED_ATTACHMENT', url: 'https://cdn.example.com/{{ user.id }}.pdf' },
  ],
};
const letters: readonly (readonly [what: string, payload: JsonMap])[] = [
  ...['Froala Editor', 'Ace Editor'].map(
    (editor) =>
      [editor, { email: { ...letter, html_content: '<p>Hello</p>', email_editor: editor } }] as const,
  ),
  ['a saved template', { email: { ...letter, custom_template_id: '65f0a1b2', custom_template_version: 2 } }],
];

const german = { locales: ['German'] };

/** Two variations: the second one is the same with other texts. */
function twoOf(payload: JsonMap): JsonMap {
  const reworded = JSON.stringify(payload).replace(/"(title|subject)":"/g, '"$1":"New: ');
  return { variation_1: payload, variation_2: JSON.parse(reworded) as JsonMap };
}

/** The same payload alone, for one language beside the default one, and for two variations. */
function shapes([what, payload]: readonly [what: string, payload: JsonMap]): Content[] {
  const keyed = (variations: JsonMap) => ({ default: variations, German: variations });
  return [
    { what, content: { content: payload } },
    { what: `${what}, by locale`, content: { ...german, content: keyed({ variation_1: payload }) } },
    {
      what: `${what}, by locale and variation`,
      content: {
        ...{ ...german, content: keyed(twoOf(payload)) },
        variation_details: {
          ...{ distribution_type: 'MANUAL', no_of_variations: 2 },
          manual_distribution_percentage: { variation_1: 70, variation_2: 30 },
        },
      },
    },
  ];
}

function learning([, payload]: readonly [what: string, payload: JsonMap]): Content[] {
  return ['OPEN_RATE', 'CLICK_RATE', 'BOTH'].map((metric) => ({
    what: `variations by ${metric}`,
    content: {
      variation_details: {
        ...{ distribution_type: 'SHERPA', no_of_variations: 2 },
        ...{ sherpa_campaign_duration: 24, sherpa_distribution_metric: metric },
      },
      content: { default: twoOf(payload) },
    },
  }));
}

export const CONTENT: Readonly<Record<'PUSH' | 'EMAIL', readonly Content[]>> = {
  PUSH: [...notifications.flatMap(shapes), ...notifications.slice(0, 1).flatMap(learning)],
  EMAIL: [...letters.flatMap(shapes), ...letters.slice(0, 1).flatMap(learning)],
};
