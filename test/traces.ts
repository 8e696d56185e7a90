import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { tracerNow } from '../src/platform/tracing/tracing.js';
import type { Json } from './actors.js';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
  /** The ids of the linked spans. */
  readonly links: readonly string[];
  /** The attributes of the process that sent it. */
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

/** A collector of OTLP over HTTP. */
export interface Collector {
  /** The environment of a service that sends all of its traces to this collector. */
  readonly environment: NodeJS.ProcessEnv;
  /** The headers of each request. */
  readonly headers: Json[];
  /** The bodies as they were sent. */
  readonly bodies: string[];
  /** The received spans of a trace, after the service of this process has sent all that ended. */
  spansOf(traceId: string): Promise<ReceivedSpan[]>;
  /** All received spans, after the same. */
  spans(): Promise<ReceivedSpan[]>;
}

/**
 * Opens a collector for the tests of one file. Call it before `useWorld`, which reads the environment
 * when it starts.
 */
export function useCollector(): Collector {
  const environment: NodeJS.ProcessEnv = {
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    TRUST_PROXY: 'loopback',
  };
  const bodies: string[] = [];
  const headers: Json[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    bodies.push(Buffer.concat(pieces).toString());
    headers.push({ ...request.headers, path: request.url });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const received = async () => {
    await tracerNow()?.flush();
    return bodies.flatMap(spansIn);
  };
  const collector: Collector = {
    environment,
    headers,
    bodies,
    spans: received,
    spansOf: async (traceId) => (await received()).filter((span) => span.traceId === traceId),
  };
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return collector;
}

function spansIn(body: string): ReceivedSpan[] {
  return JSON.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        attributes: plain(span.attributes),
        failed: span.status?.code === 2,
        links: (span.links ?? []).map(({ spanId }: Json) => spanId),
        resource: plain(resource.attributes),
      })),
    ),
  );
}

function plain(attributes: Json): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }: Json) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

/** A new W3C `traceparent` with its ids. */
export function newParent(traceId: string, flags = '01') {
  const spanId = '00f067aa0ba902b7';
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, traceId, spanId };
}

/** The names from a span up to the first one that was received. */
export function pathOf(spans: readonly ReceivedSpan[], name: string): string[] {
  const first = spans.find((span) => span.name === name);
  const path: string[] = [];
  for (let at = first; at; at = spans.find(({ spanId }) => spanId === at?.parentSpanId)) {
    path.push(at.name);
  }
  return path;
}
