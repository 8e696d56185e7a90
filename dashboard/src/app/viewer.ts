import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router';
import { read } from '../api/client';
import { graphql, type ResultOf } from '../api/graphql';
import { Problem } from '../api/problem';

const VIEWER = graphql(`
  query Viewer {
    getMe {
      user {
        id
        username
        role
      }
      capabilities
    }
  }
`);

type Me = ResultOf<typeof VIEWER>['getMe'];

/** A right of a user beyond their own mods. */
export type Capability = Me['capabilities'][number];

/** The user of the page. The id is null, and there are no rights, if the user could not be read. */
export interface Viewer {
  readonly id: string | null;
  readonly isAdmin: boolean;
  readonly capabilities: readonly Capability[];
}

/** The id of the route that holds the user for all views. */
export const FRAME_ROUTE = 'frame';

const UNKNOWN: Viewer = { id: null, isAdmin: false, capabilities: [] };

/**
 * Reads the user. A `Problem` is not thrown: the views show it themselves, and the frame shows no
 * staff views until the page is loaded again. Throws other errors, such as an abort.
 */
export async function loadViewer({ request: { signal } }: LoaderFunctionArgs): Promise<Viewer> {
  try {
    const { user, capabilities } = (await read(VIEWER, {}, signal)).getMe;
    return { id: user.id, isAdmin: user.role === 'admin', capabilities };
  } catch (error) {
    if (error instanceof Problem) return UNKNOWN;
    throw error;
  }
}

/** The user of the page, as `loadViewer` read it once. */
export function useViewer(): Viewer {
  return useRouteLoaderData<typeof loadViewer>(FRAME_ROUTE) ?? UNKNOWN;
}
