import type { LoaderFunctionArgs } from 'react-router';

/** The arguments of the loader of a view. */
export type Loading = LoaderFunctionArgs;
