import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Facade } from '../../rest-facade/facade.js';
import type { SendProblem } from '../../rest-facade/problem.js';
import { isApi } from '../../rest-facade/targets.js';
import type { Database } from '../platform/database/connect.js';
import { isPageRequest } from '../platform/http/headers.js';
import type { Metrics } from '../platform/metrics.js';
import { problem } from '../registry/errors.js';
import { overloadOf } from '../request/availability.js';
import type { ServeKnown } from './listener.js';
import { observe } from './observe.js';

/** The parts that the front chooses between. */
interface FrontParts {
  readonly db: Database;
  readonly facade: Facade;
  /** Express. */
  readonly app: RequestListener;
  readonly sendProblem: SendProblem;
  /** Prepares a response for compression. */
  readonly compress: (req: IncomingMessage, res: ServerResponse) => void;
  readonly metrics: Pick<Metrics, 'request'>;
  /** Serves the requests by which processes test the proxy; returns false for all others. */
  readonly probe: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** The handlers of all requests of the public port. */
interface Front {
  /** Serves every request that `serveKnown` leaves. */
  readonly handler: RequestListener;
  /**
   * Serves a public read whose URL an earlier request has used (`Facade.serveKnown`). Returns false
   * for all other requests, and under overload.
   */
  readonly serveKnown: ServeKnown;
}

/**
 * Creates the handlers. Requests to the API go to the facade directly, and all others to Express. A
 * browser that opens an API address as a page goes through Express too, which may redirect it to
 * another loopback name (`redirectLoopback`). Under overload, requests to the API get an error.
 */
export function createFront(parts: FrontParts): Front {
  const { db, facade, app, sendProblem, compress, metrics, probe } = parts;
  return {
    serveKnown: (req, res) => overloadOf(db) === null && facade.serveKnown(req, res),
    handler(req, res) {
      if (probe(req, res)) return;
      const [path = '/'] = (req.url ?? '/').split('?', 1);
      const isOfApi = isApi(path);
      // The facade prepares its own responses.
      if (!isOfApi) compress(req, res);
      if (!isOfApi || isPageRequest(req)) {
        // Express gives requests to the facade, which observes them, unless it responds first.
        observe(metrics, path, req, res, { isRecorded: () => facade.hasServed(res) });
        app(req, res);
        return;
      }
      const overload = overloadOf(db);
      if (overload) {
        compress(req, res);
        observe(metrics, path, req, res, { operation: 'overload' });
        sendProblem(req, res, overload);
        return;
      }
      facade.serve(req, res, () => sendProblem(req, res, problem('not_found')));
    },
  };
}
