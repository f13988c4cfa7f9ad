// A demo of importing existing campaigns: a service with 300 campaigns that were created manually, one command that
// writes a file for each and binds them, a clean plan, an edit that is sent, manual edits that are pulled into the files,
// and a revert. Everything is in a temporary folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  campaigns,
  commit,
  edit,
  git,
  heading,
  shop,
  stage,
  startService,
  temporary,
} from './demo-stage.mjs';

/** How many campaigns the service has: 300, or the value of DEMO_CAMPAIGNS. */
const COUNT = Number(process.env.DEMO_CAMPAIGNS ?? 300);

/** Kinds of campaigns, used in turn, each with a team. */
const KINDS = [
  [welcome, 'Lifecycle'],
  [newsletter, 'Newsletter'],
  [sale, 'Promo'],
  [cartPush, 'Cart'],
  [dailyPush, 'Promo'],
  [receipt, 'Orders'],
  [translated, 'Lifecycle'],
  [draft, undefined],
  [(number) => ({ ...sale(number, 'Promo'), status: 'SENT' }), 'Promo'],
  [
    (number) => ({
      channel: 'SMS',
      campaign_delivery_type: 'ONE_TIME',
      basic_details: { name: `SMS ${number}` },
    }),
    '',
  ],
];

/** The IDs of all campaigns, as they were seeded. */
const ids = [];

await stage(show);

async function show() {
  heading(`A service with ${COUNT} campaigns that were created manually, and a repository without any.`);
  git(temporary, 'init', '--quiet', '--bare', 'origin.git');
  git(temporary, 'init', '--quiet', '--initial-branch=main', shop);
  git(shop, 'remote', 'add', 'origin', join(temporary, 'origin.git'));
  const url = await startService('--control');
  await seed(url);
  mkdirSync(join(shop, 'campaigns'));
  writeFileSync(join(shop, 'campaigns/workspaces.yaml'), workspaces(url));
  commit('The workspace');

  heading('plan: nothing is managed yet, and the plan says how many campaigns there are.');
  campaigns(['plan'], 0);

  heading('import --all --dry-run: what would be written, what is left out, and why.');
  campaigns(['import', '--all', '--dry-run'], 0);

  heading('import --all: a file for each campaign, bound in one commit of the state branch.');
  campaigns(['import', '--all', '--yes'], 0);
  commit('Import our campaigns');

  heading('plan: the files match the live campaigns, so there is nothing to do and nothing to note.');
  campaigns(['plan', '--exit-code'], 0);

  heading('A file reads as if a person had written it.');
  console.log(git(shop, 'show', 'HEAD:campaigns/lifecycle/welcome-1.yaml'));

  heading('One edit in the file is one change.');
  edit(
    'campaigns/lifecycle/welcome-1.yaml',
    /^(\s+subject: ).*$/m,
    "$1'{{ user.first_name }}, good to see you'",
  );
  commit('A warmer welcome');
  campaigns(['plan'], 0);
  campaigns(['apply'], 0);

  heading('Five campaigns are edited manually in the service. drift: what was changed, by whom and when.');
  await editByHand(url);
  campaigns(['drift'], 2);

  heading('pull: the changes are written into the files, and nothing else in the files changes.');
  campaigns(['pull', '--yes'], 0);
  console.log(git(shop, 'diff', '--stat'));
  commit('Keep what was changed in the service');

  heading('plan: the files match the live campaigns again; the next apply records it and sends nothing.');
  campaigns(['plan', '--exit-code'], 0);
  campaigns(['apply'], 0);

  heading(
    'A campaign is created in the service. drift: nothing else was changed, and the campaign without a file is counted.',
  );
  const made = { ...record(0), basic_details: details('Made by hand', 'Lifecycle') };
  await control(url, 'POST', 'campaigns', { campaigns: [made] });
  campaigns(['drift'], 0);
  campaigns(['drift', '--unmanaged'], 0);

  heading('revert: the file returns to its version before that edit; the plan shows what this will change.');
  campaigns(['revert', 'lifecycle/welcome-1', '--to', 'HEAD~2', '--yes'], 0);
  campaigns(['plan'], 0);
  console.log('\nEverything is in git. The demo has removed all its files.');
}

async function seed(url) {
  const records = Array.from({ length: COUNT }, (_, index) => record(index));
  ids.push(...(await control(url, 'POST', 'campaigns', { campaigns: records })).ids);
}

/** Manual edits of one campaign of each of the first five kinds: a subject, a body, UTM parameters, a title, a name. */
async function editByHand(url) {
  const edits = [
    ({ campaign_content: content }) => ({
      campaign_content: edited(content, /"subject":"[^"]*"/, '"subject":"Welcome back"'),
    }),
    ({ campaign_content: content }) => ({
      campaign_content: edited(content, /Paragraph 3 of/, 'The third paragraph of'),
    }),
    ({ utm_params: utm }) => ({ utm_params: { ...utm, utm_source: 'spring' } }),
    ({ campaign_content: content }) => ({
      campaign_content: edited(content, /"title":"[^"]*"/, '"title":"Still yours"'),
    }),
    ({ basic_details: basic }) => ({ basic_details: { ...basic, tags: ['daily'] } }),
  ];
  for (const [index, edit] of edits.entries()) {
    const id = ids[KINDS.length + index];
    const by = { updated_by: 'bob@example.com' };
    await control(url, 'PATCH', `campaigns/${id}`, { ...edit(record(KINDS.length + index)), ...by });
  }
}

function edited(value, from, to) {
  return JSON.parse(JSON.stringify(value).replace(from, to));
}

async function control(url, method, path, body) {
  const response = await fetch(`${url}_control/${path}`, {
    method,
    // Between two calls, this process waits for the program, so it would reuse a connection that the service has closed.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the service refused ${path}: ${await response.text()}`);
  return response.json();
}

function workspaces(url) {
  return `default: local
workspaces:
  local:
    base_url: ${url}
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
    actor: growth@example.com
    features: [queuing, audience_limit]
    limits: off
`;
}

/** Ten consecutive campaigns are all of different kinds. Some have ended, and some can't be managed from a file. */
function record(index) {
  const number = Math.floor(index / KINDS.length) + 1;
  const [make, team] = KINDS[index % KINDS.length];
  return {
    status: 'ACTIVE',
    created_by: 'bob@example.com',
    updated_by: 'bob@example.com',
    ...make(number, team),
  };
}

function welcome(number, team) {
  return {
    ...mail(`Welcome ${number}`, team, body(`Welcome, round ${number}`)),
    campaign_delivery_type: 'EVENT_TRIGGERED',
    trigger_condition: trigger('Account Created'),
    scheduling_details: { delivery_type: 'ASAP' },
  };
}

/** All of them have the same body. */
function newsletter(number, team) {
  return {
    ...mail(
      `Weekly digest – ${['hiking', 'climbing', 'paddling'][number % 3]} ${number}`,
      team,
      body('This week'),
    ),
    campaign_delivery_type: 'PERIODIC',
    scheduling_details: {
      ...timed('2031-01-03T16:00:00'),
      periodic_details: {
        sending_frequency: 'WEEKLY',
        repeat_frequency: 1,
        repeat_on_days_of_week: ['FRIDAY'],
        no_of_occurences: 52,
      },
    },
  };
}

/** All have the same name, so each file gets a number. */
function sale(number, team) {
  return {
    ...mail('Spring Sale!', team, `<p>${number * 5} % off</p>`),
    status: 'SCHEDULED',
    campaign_delivery_type: 'ONE_TIME',
    scheduling_details: timed('2031-05-09T09:00:00'),
    utm_params: { utm_source: 'sale', utm_medium: 'email', utm_campaign: `spring-${number}` },
  };
}

function cartPush(number, team) {
  return {
    ...push(`Abandoned cart (${number} h)`, team),
    campaign_delivery_type: 'EVENT_TRIGGERED',
    trigger_condition: {
      ...trigger('Cart Updated'),
      ...{ trigger_delay_type: 'DELAY', trigger_delay_value: number },
      ...{ trigger_delay_granularity: 'HOURS', trigger_relation: 'AFTER', trigger_attr: 'If Action' },
    },
    delivery_controls: { bypass_dnd: false, count_for_frequency_capping: true },
  };
}

function dailyPush(number, team) {
  return {
    ...push(`Deal of the day ${number} 🎉`, team),
    status: number % 5 === 0 ? 'PAUSED' : 'ACTIVE',
    campaign_delivery_type: 'PERIODIC',
    scheduling_details: {
      ...timed('2031-01-01T08:00:00'),
      periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, no_of_occurences: 30 },
    },
  };
}

function receipt(number, team) {
  return {
    ...mail(
      `Receipt: ${['Müller & Söhne', 'Łódź', 'Α/Β test', 'المتجر', 'CON'][number % 5]} ${number}`,
      team,
      '<p>Thanks</p>',
    ),
    campaign_delivery_type: 'EVENT_TRIGGERED',
    trigger_condition: trigger('Order Placed'),
  };
}

function translated(number, team) {
  const made = welcome(number, team);
  const { email } = made.campaign_content.content;
  const variation = (subject) => ({ variation_1: { email: { ...email, subject } } });
  return {
    ...made,
    basic_details: { ...made.basic_details, name: `Bienvenue ${number}` },
    campaign_content: {
      locales: ['fr'],
      content: { default: variation(`Welcome ${number}`), fr: variation(`Bienvenue ${number}`) },
    },
  };
}

function draft(number) {
  return {
    ...sale(number, undefined),
    ...mail(`Idea ${number}`, undefined, `<p>Idea ${number}</p>`),
    status: 'DRAFT',
    basic_details: { ...details(`Idea ${number}`), tags: ['ideas'] },
  };
}

function details(name, team) {
  return {
    ...{ name, content_type: 'TRANSACTIONAL', user_attribute_identifier: 'Email (Standard)' },
    ...(team && { team }),
  };
}

function mail(name, team, html) {
  return {
    channel: 'EMAIL',
    basic_details: details(name, team),
    connector: { connector_type: 'SENDGRID', connector_name: 'northtrail' },
    campaign_content: {
      locales: [],
      content: {
        email: {
          ...{ subject: `${name} from Northtrail`, preview_text: '', sender_name: 'Northtrail' },
          ...{ from_address: 'hello@mail.example.com', html_content: html },
        },
      },
    },
    segmentation_details: { is_all_user_campaign: true },
  };
}

function push(name, team) {
  const android = { title: name, message: 'Have a look\nbefore it is gone', notification_channel: 'general' };
  return {
    channel: 'PUSH',
    basic_details: { name, team, platforms: ['ANDROID'] },
    campaign_content: { content: { push: { android: { template_type: 'BASIC', basic_details: android } } } },
    segmentation_details: { is_all_user_campaign: true },
  };
}

function trigger(action) {
  const filter = {
    ...{ filter_type: 'actions', action_name: action, executed: true },
    execution: { type: 'atleast', count: 1 },
  };
  return { included_filters: { filter_operator: 'and', filters: [filter] }, trigger_delay_type: 'ASAP' };
}

function timed(start) {
  return { delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'Europe/Berlin' };
}

function body(title) {
  const lines = Array.from({ length: 24 }, (_, at) => `    <p>Paragraph ${at + 1} of a longer text.</p>`);
  return `<html>\n  <body>\n    <h1>${title}</h1>\n${lines.join('\n')}\n  </body>\n</html>\n`;
}
