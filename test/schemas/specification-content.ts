import { anything, flag, flags, list, map, oneOf, text, texts, whole, type Members } from './places.ts';

// What the fields of a notification and of an email are, by platform and template type.

const extras = list(map({ key: text, value: anything('data for the app, of any kind') }));
const click: Members = {
  default_click_action: oneOf('DEEPLINKING', 'NAVIGATE_TO_A_SCREEN', 'RICH_LANDING'),
  default_click_action_value: text,
  key_value_pairs: extras,
};
const carousel = map({
  slider_transition: { ...oneOf('MANUAL', 'AUTOMATIC'), anyCase: true },
  slide_data: list(
    map({ ...texts('image_url', 'image_click_action', 'image_click_action_value'), key_value_pairs: extras }),
  ),
});

const onEveryAndroid = {
  ...texts('notification_channel', 'title', 'message', 'summary', 'image_url'),
  ...click,
};
const styled = {
  ...texts('background_color_code', 'app_name_color_code'),
  notification_control_color: oneOf('LIGHT', 'DARK'),
  apply_background_color_in_text_editor: flag,
};
const scaled = { image_scaling: oneOf('FIT_INSIDE_IMAGE_CONTAINER', 'FILL_IMAGE_CONTAINER') };
const banner = {
  ...texts('banner_image_url', 'collapsed_push_notification'),
  ...flags('include_app_name_and_time', 'include_title_and_message'),
};

const timer = map({
  timer_ends_at: oneOf('DURATION', 'SPECIFIC_TIME_USER_TIMEZONE', 'SPECIFIC_TIME_CAMPAIGN_TIMEZONE'),
  personalized_value: flag,
  ...texts('specific_time', 'time_period', 'duration_hour', 'duration_minute'),
});

/** The parts of an Android notification in one template type. */
const androidIn = (own: Members, more: Members = {}) =>
  map({ basic_details: map({ ...onEveryAndroid, ...own }), ...more });
const backup = {
  template_backup: map({ ...texts('title', 'message', 'summary', 'image_url'), ...click }),
};
const template = { custom_template_id: text, custom_template_version: whole };

const android = map(
  {
    template_type: oneOf(
      ...['BASIC', 'STYLIZED_BASIC', 'SIMPLE_IMAGE_CAROUSEL', 'IMAGE_BANNER_WITH_TEXT'],
      ...['TIMER', 'TIMER_WITH_PROGRESS_BAR', 'Custom'],
    ),
    buttons: list(
      map({
        ...texts('btn_name', 'click_action_name'),
        click_action_type: oneOf(
          ...['DEEPLINKING', 'NAVIGATE_TO_A_SCREEN', 'RICH_LANDING', 'CALL', 'SHARE', 'COPY'],
          ...['SET_USER_ATTRIBUTE', 'TRACK_EVENT', 'CUSTOM_ACTION', 'SNOOZE', 'REMIND_LATER'],
        ),
        click_action_value: anything('what an action needs depends on the action'),
        key_value_pairs: extras,
      }),
    ),
    advanced: map({
      ...texts('coupon_code', 'icon_type_in_notification', 'dismiss_button_text'),
      ...texts('group_key', 'collapse_replace_key'),
      ...flags('use_large_icon', 'make_notification_sticky', 'auto_dismiss_notification'),
      auto_dismiss_notification_time_value: whole,
      auto_dismiss_notification_time_granularity: oneOf('DAYS', 'HOURS', 'MINUTES'),
    }),
  },
  {
    by: 'template_type',
    of: {
      BASIC: androidIn({ input_gif_url: text }),
      STYLIZED_BASIC: androidIn(styled, backup),
      SIMPLE_IMAGE_CAROUSEL: androidIn({ ...styled, ...scaled, carousel_content: carousel }, backup),
      IMAGE_BANNER_WITH_TEXT: androidIn({ ...styled, ...scaled, ...banner }, backup),
      TIMER: androidIn({}, { timer, ...backup }),
      TIMER_WITH_PROGRESS_BAR: androidIn({}, { timer, ...backup }),
      Custom: androidIn({}, template),
    },
  },
);

const media = { rich_media_type: oneOf('Image', 'Video', 'GIF'), rich_media_value: text };
const iosText = { ...texts('title', 'message', 'subtitle'), allow_bg_refresh: flag };

const ios = map(
  {
    template_type: oneOf('BASIC', 'STYLIZED_BASIC', 'SIMPLE_IMAGE_CAROUSEL', 'Custom'),
    basic_details: map({
      ...{ ...iosText, ...media, ...click, carousel_content: carousel },
      ...texts('input_gif_url', 'image_url', 'background_color_code'),
      apply_background_color_in_text_editor: flag,
    }),
    buttons: list(map({ button_category: text })),
    advanced: map({
      ...texts('coupon_code', 'sound_file', 'group_key', 'collapse_replace_key'),
      enable_ios_badge: flag,
    }),
    template_backup: map({ ...iosText, ...media, ...click }),
  },
  { by: 'template_type', of: { Custom: map(template) } },
);

const web = map({
  template_type: oneOf('BASIC'),
  basic_details: map({
    ...texts('title', 'message', 'redirect_url', 'image_url'),
    auto_dismiss_notification: flag,
  }),
  buttons: list(map(texts('title', 'url', 'icon_url'))),
  advanced: map({ icon_image_type: oneOf('DEFAULT', 'ICON_URL'), icon_url: text }),
});

const email = map({
  ...texts('subject', 'preview_text', 'sender_name', 'from_address', 'reply_to_address', 'html_content'),
  ...{ cc_ids: list(text), bcc_ids: list(text) },
  email_editor: oneOf('Froala Editor', 'Ace Editor'),
  ...template,
  attachments: list(map({ file_type: oneOf('URL', 'PERSONALIZED_ATTACHMENT'), url: text })),
});

const variations = map(
  { distribution_type: oneOf('MANUAL', 'SHERPA'), no_of_variations: whole },
  {
    by: 'distribution_type',
    of: {
      MANUAL: map({ manual_distribution_percentage: map({ '<variation>': whole }) }),
      SHERPA: map({
        sherpa_campaign_duration: { types: ['string', 'integer'] },
        sherpa_distribution_metric: oneOf('OPEN_RATE', 'CLICK_RATE', 'BOTH'),
      }),
    },
  },
);

/** Content in its two shapes: alone, and by locale and variation. */
const contentOf = (payload: Members) =>
  map({
    locales: list(text),
    variation_details: variations,
    content: map({ ...payload, '<locale>': map({ '<variation>': map(payload) }) }),
  });

export const PUSH_CONTENT = contentOf({ push: map({ android, ios, web }) });
export const EMAIL_CONTENT = contentOf({ email });
