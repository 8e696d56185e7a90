import http from 'node:http';
import https from 'node:https';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Config } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';

/** Reports spans that the collector did not get. */
export type OnLost = (error: unknown, spans: number) => void;

/** The target of the spans, and the longest time for one batch. */
interface ExporterOptions extends Pick<NonNullable<Config['tracing']>, 'url' | 'headers'> {
  readonly exportSeconds: number;
  readonly onLost: OnLost;
}

/**
 * Creates an exporter over OTLP/HTTP whose batches all end in time. It reports each batch that the
 * collector did not accept.
 */
export function createOtlpExporter(options: ExporterOptions): SpanExporter {
  const { url, headers, exportSeconds, onLost } = options;
  const timeoutMillis = exportSeconds * 1000;
  const concurrencyLimit = Math.ceil(LIMITS.spansQueued / LIMITS.spansPerBatch) + 1;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis,
    concurrencyLimit,
    httpAgentOptions: (protocol) => shortLivedAgent(protocol, timeoutMillis),
  });
  return {
    export(spans, done) {
      const settle = once((result: Parameters<typeof done>[0]) => {
        clearTimeout(deadline);
        // 0 is success. Its name is in another package.
        if (result.code !== 0) onLost(result.error, spans.length);
        done(result);
      });
      const deadline = setTimeout(
        () => settle({ code: 1, error: new SlowCollector() }),
        timeoutMillis,
      );
      deadline.unref();
      exporter.export(spans, settle);
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** The collector did not respond to the end in time. */
class SlowCollector extends Error {
  override readonly name = 'SlowCollector';
}

function once<T>(work: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    work(value);
  };
}

/**
 * An agent whose connections serve one request and end after a time. The timeout of the exporter
 * restarts with each byte. So a slow response would hold its connection, and one of the
 * `concurrencyLimit` slots, for ever.
 */
function shortLivedAgent(protocol: string, lifetimeMs: number): http.Agent {
  const agent = protocol === 'https:' ? new https.Agent() : new http.Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const socket = connect(options, done);
    const timer = setTimeout(() => socket?.destroy(new SlowCollector()), lifetimeMs).unref();
    socket?.once('close', () => clearTimeout(timer));
    return socket;
  };
  return agent;
}
