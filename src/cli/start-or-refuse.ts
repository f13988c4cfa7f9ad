import { statSync } from 'node:fs';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT } from '../model/exit.ts';
import { isObject } from '../model/json.ts';
import type { RefusalCause } from '../model/refusal.ts';
import type { ServiceOptions } from '../service/domain/service-options.ts';
import { startService, type RunningService } from '../service/http/start-service.ts';
import { StoreRefused } from '../service/store/open-database.ts';

/** Starts the local service; throws UserFailure if its data or its port can't be used. */
export async function startOrRefuse(options: ServiceOptions): Promise<RunningService> {
  const { data } = options;
  if (data && statSync(data.path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserFailure(EXIT.FAILED, { code: 'data-is-a-folder', path: data.path });
  }
  return startService(options).catch((error: unknown) => {
    if (error instanceof StoreRefused) {
      throw new UserFailure(EXIT.FAILED, { code: 'data-refused', said: error.message });
    }
    const refusal = listenRefusal(error, options);
    if (!refusal) throw error;
    throw new UserFailure(EXIT.FAILED, refusal);
  });
}

/** Why a port can't be used, if the cause isn't a bug. */
function listenRefusal(error: unknown, { port, host = '' }: ServiceOptions): RefusalCause | undefined {
  switch (isObject(error) ? error.code : undefined) {
    case 'EADDRINUSE':
      return { code: 'port-taken', port };
    case 'EACCES':
      return { code: 'port-forbidden', port };
    case 'EADDRNOTAVAIL':
      return { code: 'host-not-here', host };
    case 'ENOTFOUND':
      return { code: 'unknown-host', host };
    case 'EAI_AGAIN':
      return { code: 'host-not-resolved', host };
    default:
      return undefined;
  }
}
