import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { complaint } from './complaint.js';

describe('the variables of OpenTelemetry', () => {
  test('OTEL_EXPORTER_OTLP_ENDPOINT sends a tenth of the traces to /v1/traces below it', () => {
    const tracing = (endpoint: string) =>
      loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing;
    expect(tracing('http://127.0.0.1:4318')).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      serviceName: 'modport',
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
    });
    expect(tracing('https://otel.example/in/')?.url).toBe('https://otel.example/in/v1/traces');
  });

  test('no traces are sent without OTEL_EXPORTER_OTLP_ENDPOINT, regardless of what else is set', () => {
    const others = { OTEL_SERVICE_NAME: 'mods', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' };
    expect(loadConfig(others).tracing).toBeUndefined();
  });

  test.each([
    ['OTEL_SDK_DISABLED', 'true'],
    ['OTEL_SDK_DISABLED', 'TRUE'],
    ['OTEL_TRACES_EXPORTER', 'none'],
  ])('%s=%s switches traces off, also with an endpoint', (name, value) => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(loadConfig({ ...endpoint, [name]: value }).tracing).toBeUndefined();
    expect(loadConfig({ ...endpoint, OTEL_SDK_DISABLED: 'false' }).tracing).toBeDefined();
  });

  test('OTEL_EXPORTER_OTLP_HEADERS gives headers with decoded values', () => {
    const given = 'authorization=Bearer%20t%3D1, x-team = mods';
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    const { tracing } = loadConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: given });
    expect(tracing?.headers).toEqual({ authorization: 'Bearer t=1', 'x-team': 'mods' });
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://secret@collector:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?key=secret'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://secret@collector:4318/v1/traces'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0asecret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zzsecret'],
  ])('%s=%s is refused without its value', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(
      new RegExp(`^${name} has a wrong form; it takes `),
    );
  });

  test.each([
    ['OTEL_SDK_DISABLED', 'yes'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/protobuf'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ])('%s=%s is refused', (name, value) => {
    expect(complaint({ [name]: value })).toContain(`${name} is "${value}"; it takes `);
  });
});
