import { Context, Liquid, LiquidError, type Emitter } from 'liquidjs';
import type { TemplateScope } from '../user.ts';

/** The result of rendering a template. */
type Rendered =
  { readonly kind: 'rendered'; readonly text: string } | { readonly kind: 'failed'; readonly reason: string };

/** Renders the templates of one content, which share one memory limit. */
export type RenderText = (text: string) => Rendered;

/** The most characters that the templates of one content may produce, output included. A request has at most 5 MiB. */
const ALLOWANCE_CHARS = 8_000_000;

/** The most characters of a message, because messages quote parts of the template. */
const REASON_CHARS = 200;

/**
 * A renderer of Liquid templates that can read nothing but its scope. It limits how much templates produce, not how
 * long they take; run it inside `withinTime`.
 */
export function templateRenderer(scope: TemplateScope): RenderText {
  const shared = new Context(
    {},
    engine.options,
    { sync: true, memoryLimit: ALLOWANCE_CHARS },
    { liquid: engine },
  );
  return (text) => {
    try {
      return { kind: 'rendered', text: String(engine.renderSync(engine.parse(text), shared.spawn(scope))) };
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  };
}

const engine = sandbox();

/**
 * Output isn't escaped, because templates do that themselves (`| escape`). Dates are in UTC. Tags and filters are
 * removed if they read files, depend on randomness, or parse expressions only during rendering.
 */
function sandbox(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
  });
  for (const tag of ['include', 'render', 'layout', 'block']) Reflect.deleteProperty(liquid.tags, tag);
  for (const filter of Object.keys(liquid.filters)) {
    if (filter === 'sample' || filter.endsWith('_exp')) liquid.unregisterFilter(filter);
  }
  const { renderer } = liquid;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = meteredEmitter(context)) =>
    render(templates, context, emitter);
  return liquid;
}

/** All output, including that of `capture`, counts against the limit. Liquid itself counts only filters. */
function meteredEmitter(context: Context): Emitter {
  const emitter = {
    buffer: '',
    write: (value: unknown) => {
      const text = textOf(value);
      context.memoryLimit.use(text.length);
      emitter.buffer += text;
    },
  };
  return emitter;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

function reasonOf(error: unknown): string {
  const cause = LiquidError.is(error) ? (error.originalError ?? error) : error;
  if (cause instanceof RangeError) return 'it nests too deep or grows too long';
  const message = error instanceof Error ? error.message : String(error);
  return message.length > REASON_CHARS ? `${message.slice(0, REASON_CHARS - 1)}…` : message;
}
