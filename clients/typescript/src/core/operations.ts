import type { FetchResponse, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { components, paths } from '../generated/api.js';

/** The methods of the API. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];

/** A schema of the API document by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type OperationOf<PathItem, M extends Method> = PathItem extends Record<M, infer O> ? O : never;

/** Headers that the client sends by itself. */
type OwnHeader = 'Idempotency-Key' | 'User-Agent' | 'X-Service-Client' | 'X-Service-Client-Version';

/** Whether an empty object fits `T`, which then needs no argument. */
type Optionally<T> = Record<never, never> extends T ? true : false;

/** The parameters of an operation without the headers that the client sends by itself. */
type Parameters<O> = O extends { parameters: infer P }
  ? {
      [K in keyof P as P[K] extends undefined ? never : K extends 'header' ? never : K]: P[K];
    } & (P extends { header?: infer H } ? Header<Omit<NonNullable<H>, OwnHeader>> : unknown)
  : unknown;

type Header<H> = Optionally<H> extends true ? { header?: H } : { header: H };

type ParamsOf<O> = ParamsOption<{ parameters: Parameters<O> }>;

/** The members of the last argument: parameters, body and the options of the call. */
type Given<O, Options> = ParamsOf<O> & RequestBodyOption<O> & Options;

/** The last argument of a call; optional if the operation needs nothing. */
export type InitOf<PathItem, M extends Method, Options> =
  Optionally<Given<OperationOf<PathItem, M>, Options>> extends true
    ? [init?: Given<OperationOf<PathItem, M>, Options>]
    : [init: Given<OperationOf<PathItem, M>, Options>];

/** The operation in the form that `FetchResponse` requires. */
type Responses<O> = O extends Record<string | number, unknown> ? O : never;

/** The body of a successful response. */
export type BodyOf<PathItem, M extends Method> = NonNullable<
  FetchResponse<
    Responses<OperationOf<PathItem, M>>,
    Record<never, never>,
    `${string}/${string}`
  >['data']
>;
