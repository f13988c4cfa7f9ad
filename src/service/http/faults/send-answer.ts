import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../envelope.ts';
import type { Fault } from './faults.ts';

/** The number of pieces of a slow body. */
const SLOW_PIECES = 10;

/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** Sends an answer that is damaged by a fault; resolves when it has been sent. */
export async function sendSpoiled(
  outgoing: ServerResponse,
  spoiled: { readonly answer: Answer; readonly fault: Fault; readonly closing: AbortSignal },
): Promise<void> {
  const { answer, fault, closing } = spoiled;
  const body = Buffer.from(answer.body);
  switch (fault.kind) {
    case 'reset-before':
    case 'reset-after':
      outgoing.socket?.resetAndDestroy();
      return;
    case 'truncate':
      writeHead(outgoing, answer, fault);
      await write(outgoing, body.subarray(0, Math.floor(body.length / 2)));
      outgoing.socket?.destroy();
      return;
    case 'slow':
      writeHead(outgoing, answer, fault);
      await trickle(outgoing, { body, ms: fault.ms, closing });
      outgoing.end();
      return;
    case 'content-type':
      writeHead(outgoing, { ...answer, contentType: 'text/plain' }, fault);
      outgoing.end(body);
      return;
    case 'status':
    case 'html':
    case 'delay':
      writeHead(outgoing, answer, fault);
      outgoing.end(body);
      return;
  }
}

function writeHead(outgoing: ServerResponse, answer: Answer, fault: Fault): void {
  const headers = {
    ...(!BODILESS.has(answer.status) && {
      'Content-Type': answer.contentType,
      'Content-Length': String(Buffer.byteLength(answer.body)),
    }),
    ...answer.headers,
    ...fault.headers,
  };
  // Set one at a time, because a header must replace an earlier one whatever its capitalization.
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.writeHead(answer.status);
}

async function trickle(
  outgoing: ServerResponse,
  { body, ms, closing }: { readonly body: Buffer; readonly ms: number; readonly closing: AbortSignal },
): Promise<void> {
  const size = Math.ceil(body.length / SLOW_PIECES);
  for (let sent = 0; sent < body.length; sent += size) {
    await pause(ms / SLOW_PIECES, closing);
    if (outgoing.destroyed) return;
    await write(outgoing, body.subarray(sent, sent + size));
  }
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
export async function pause(ms: number, closing: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: closing }).catch((error: unknown) => {
    if (!closing.aborted) throw error;
  });
}
