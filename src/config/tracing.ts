import { z } from 'zod';
import { takes } from './values.js';

/** The samplers of OpenTelemetry that modport knows, by their standard names. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The share of new traces that is sent by default. */
const RATIO = 0.1;

/** The standard variables of OpenTelemetry for traces, with their formats. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: takes(
    'an http or https address such as http://127.0.0.1:4318',
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => !/[?#]/.test(text))
      .transform((text) => `${text.replace(/\/+$/, '')}/v1/traces`)
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: takes(
    'headers such as name=value,name=value, with encoded values',
    z
      .string()
      .regex(/^\s*[\w!#$%&'*+.^`|~-]+\s*=[^,]*(,\s*[\w!#$%&'*+.^`|~-]+\s*=[^,]*)*$/)
      .refine((text) => headersIn(text) !== null)
      .transform((text) => headersIn(text) ?? {})
      .optional(),
  ),
  OTEL_SDK_DISABLED: takes(
    'true or false',
    z
      .string()
      .regex(/^(true|false)$/i)
      .transform((text) => text.toLowerCase() === 'true')
      .default(false),
  ),
  OTEL_TRACES_EXPORTER: takes('otlp or none', z.enum(['otlp', 'none']).default('otlp')),
  OTEL_EXPORTER_OTLP_PROTOCOL: takes('http/json', z.literal('http/json').optional()),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: takes('http/json', z.literal('http/json').optional()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: takes(
    'nothing; OTEL_EXPORTER_OTLP_ENDPOINT names the collector',
    z.undefined(),
  ),
  OTEL_SERVICE_NAME: takes('a name', z.string().max(200).default('modport')),
  OTEL_TRACES_SAMPLER: takes(
    SAMPLERS.join(', '),
    z.enum(SAMPLERS).default('parentbased_traceidratio'),
  ),
  OTEL_TRACES_SAMPLER_ARG: takes(
    'a ratio, 0 to 1',
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
      .transform(Number)
      .default(RATIO),
  ),
};

/** Variables whose value an error never shows. An address may contain a password by mistake. */
export const TRACING_SECRETS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** The headers in a list; null if one is wrongly encoded or has a character invalid in headers. */
function headersIn(text: string): Record<string, string> | null {
  try {
    const pairs = text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const;
    });
    return pairs.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value))
      ? Object.fromEntries(pairs)
      : null;
  } catch {
    return null;
  }
}

/** The collector and the sampling of traces; undefined if the process sends none. */
export function tracingOf(env: z.output<z.ZodObject<typeof TRACING_VARIABLES>>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = env;
  const isOff = env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none';
  if (url === undefined || isOff) return undefined;
  return {
    url,
    headers,
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    /** The share of new traces that the two samplers by ratio send. */
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}
