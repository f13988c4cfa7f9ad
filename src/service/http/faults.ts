import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { detail, plain, refuseInvalid } from '../domain/failure.ts';
import { objectAt, type JsonObject } from '../domain/json.ts';
import type { OperationName } from '../domain/rate-limits.ts';
import { failureAnswer, type Answer } from './envelope.ts';
import { shapeErrors } from './request-body.ts';

interface FaultEffect {
  /** What replaces the work. Without it, the work is done and its answer is damaged. */
  readonly answer?: 'failure' | 'web page' | 'nothing';
  readonly sends?: 'nothing' | 'half' | 'slowly';
  readonly contentType?: string;
  readonly delays?: boolean;
}

const FAULTS = {
  status: { answer: 'failure' },
  'reset-before': { answer: 'nothing', sends: 'nothing' },
  'reset-after': { sends: 'nothing' },
  truncate: { sends: 'half' },
  html: { answer: 'web page' },
  'content-type': { contentType: 'text/plain' },
  slow: { sends: 'slowly' },
  delay: { delays: true },
} as const satisfies Record<string, FaultEffect>;

export const FAULT_KINDS = Object.keys(FAULTS);

/** A fault that was set through the control interface: the schema `fault` of openapi.yaml, with its defaults. */
export interface Fault {
  readonly kind: keyof typeof FAULTS;
  /** `null` for any operation. */
  readonly operation: OperationName | null;
  readonly nth: number;
  readonly times: number;
  readonly probability: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly ms: number;
}

const DEFAULTS = { operation: null, nth: 1, times: 1, probability: 1, status: 500, headers: {}, ms: 0 };

/** The armed faults; a fault is removed after its last failure. */
export class FaultBox {
  readonly #random: () => number;
  #armed: { readonly fault: Fault; seen: number; struck: number }[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  arm(fault: Fault): void {
    this.#armed.push({ fault, seen: 0, struck: 0 });
  }

  /** The fault for this request: the first one that was set, but all that match count the request. */
  draw(operation: OperationName): Fault | null {
    const matching = this.#armed.filter(({ fault }) => [null, operation].includes(fault.operation));
    for (const armed of matching) armed.seen += 1;
    const striking = matching.find(
      ({ fault, seen }) => seen >= fault.nth && this.#random() < fault.probability,
    );
    if (!striking) return null;
    striking.struck += 1;
    this.#armed = this.#armed.filter(({ fault, struck }) => struck < fault.times);
    return striking.fault;
  }

  list(): readonly Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  clear(): void {
    this.#armed = [];
  }
}

/** Headers of the connection define where an answer ends. Changing them would confuse every client. */
const FRAMING = /^(content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/** Reads a request for a fault. */
export function readFault(body: JsonObject): Fault {
  const framing = Object.keys(objectAt(body, 'headers')).filter((name) => FRAMING.test(name));
  refuseInvalid([
    ...shapeErrors('fault', body),
    ...framing.map((name) => detail(`headers.${name}`, "belongs to the connection and can't be set")),
  ]);
  // The schema checked every field.
  return { ...DEFAULTS, ...body } as unknown as Fault;
}

const PAGE = '<!doctype html><html><head><title>Error</title></head><body>Not the service</body></html>';

/** The answer of a fault that replaces the work; `null` if the work is done. */
export function standInAnswer({ kind, status }: Fault, requestId: string | null): Answer | null {
  const { answer }: FaultEffect = FAULTS[kind];
  if (answer === undefined) return null;
  const message = 'this failure was set through the control interface';
  if (answer === 'failure') return failureAnswer(plain(status, message), requestId);
  const none = { headers: {}, effect: 'none', code: null };
  return answer === 'web page'
    ? { ...none, status, contentType: 'text/html', body: PAGE }
    : { ...none, status: 0, contentType: '', body: '' };
}

/** Waits if the fault delays the work, at most until the service closes. */
export async function delayOf(fault: Fault | null, closing: AbortSignal): Promise<void> {
  const delays = fault !== null && 'delays' in FAULTS[fault.kind];
  if (delays) await pause(fault.ms, closing);
}

const SLOW_PIECES = 10;

/** Sends an answer that is damaged by a fault; resolves when it has been sent. */
export async function sendSpoiled(
  outgoing: ServerResponse,
  spoiled: { readonly answer: Answer; readonly fault: Fault; readonly closing: AbortSignal },
): Promise<void> {
  const { answer, fault, closing } = spoiled;
  const { sends, contentType = answer.contentType }: FaultEffect = FAULTS[fault.kind];
  if (sends === 'nothing') return void outgoing.socket?.resetAndDestroy();
  writeHead(outgoing, { ...answer, contentType }, fault);
  const whole = Buffer.from(answer.body);
  const body = sends === 'half' ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  const size = sends === 'slowly' ? Math.ceil(body.length / SLOW_PIECES) : body.length;
  for (let sent = 0; sent < body.length; sent += size) {
    if (sends === 'slowly') await pause(fault.ms / SLOW_PIECES, closing);
    if (outgoing.destroyed) return;
    await write(outgoing, body.subarray(sent, sent + size));
  }
  if (sends === 'half') outgoing.socket?.destroy();
  else outgoing.end();
}

function writeHead(out: ServerResponse, { status, headers, contentType, body }: Answer, fault: Fault): void {
  const all = {
    // Answers with these statuses have no body.
    ...(![204, 304].includes(status) && {
      'Content-Type': contentType,
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
    ...fault.headers,
  };
  // Set one at a time, because a header must replace an earlier one whatever its capitalization.
  for (const [name, value] of Object.entries(all)) out.setHeader(name, value);
  out.writeHead(status);
}

/** A client that disconnected isn't an error here. */
async function write(outgoing: ServerResponse, piece: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(piece, () => {
      outgoing.off('close', resolve);
      resolve();
    });
  });
}

/** Waits in real time, at most until the service closes. */
async function pause(ms: number, closing: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: closing }).catch((error: unknown) => {
    if (!closing.aborted) throw error;
  });
}
