import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { load } from '../../../request/loaders.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import {
  App,
  type AppGrant,
  AppGrantPage,
  AppOwner,
  AppPage,
  AppWithSecret,
  RegisterAppInput,
  ReviewAppInput,
  UpdateAppInput,
} from './app.type.js';
import { readApp } from './app-access.js';
import {
  deleteApp,
  disableApp,
  enableApp,
  rotateAppSecret,
  submitAppForReview,
} from './change-app.js';
import { registerApp } from './create-app.js';
import {
  listAppsUnderReview,
  listMyAppGrants,
  listMyApps,
  ownerById,
  presentApp,
} from './read-apps.js';
import { reviewApp } from './review-app.js';
import { revokeAppGrant } from './revoke-app-grants.js';
import { updateApp } from './update-app.js';

const SEEN = { description: 'The ETag of the state that the caller read.' };

/**
 * Registered applications and their approvals (Spec 5.2). The need `account` means that a
 * credential with the scope needs no role: these queries concern its own account.
 */
@Resolver(() => App)
export class AppsResolver {
  @Query(() => AppPage, { description: "The viewer's own applications, newest first." })
  @Scoped('required', 'account:read')
  @Reads('account')
  myApps(@Ctx() ctx: RequestContext, @Args(() => PageArgs) page: PageArgs): Promise<Page<App>> {
    return listMyApps(ctx, page);
  }

  @Query(() => App, {
    description: "One of the viewer's applications. Admins can read any application.",
  })
  @Scoped('required', 'account:read')
  @Reads('account')
  async app(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return presentApp(await readApp(ctx, id));
  }

  @Query(() => AppPage, { description: 'The applications under review, oldest first. For admins.' })
  @Scoped('required')
  @Reads('admin')
  appsUnderReview(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<App>> {
    return listAppsUnderReview(ctx, page);
  }

  @Query(() => AppGrantPage, {
    description: 'The applications that the viewer allowed, with their scopes.',
  })
  @Scoped('required', 'account:read')
  @Reads('account')
  myAppGrants(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<AppGrant>> {
    return listMyAppGrants(ctx, page);
  }

  @Mutation(() => AppWithSecret, {
    description:
      'Registers an application. Only in a browser session. A confidential application needs a recent second factor.',
  })
  @Scoped('required')
  @Writes('session', 'app', null)
  registerApp(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => RegisterAppInput) input: RegisterAppInput,
  ): Promise<AppWithSecret> {
    return registerApp(ctx, input);
  }

  @Mutation(() => App, {
    description:
      'Changes an application. Only in a browser session. A new redirect URI needs a recent second factor.',
  })
  @Scoped('required')
  @Writes('session', 'app', 'id')
  updateApp(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateAppInput) input: UpdateAppInput,
    @Arg('expectedEtag', () => String, SEEN) expectedEtag: string,
  ): Promise<App> {
    return updateApp(ctx, id, input, expectedEtag);
  }

  @Mutation(() => AppWithSecret, {
    description:
      'Replaces the client secret and revokes all refresh tokens. Only in a browser session, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('session', 'app', 'id')
  rotateAppSecret(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('expectedEtag', () => String, SEEN) expectedEtag: string,
  ): Promise<AppWithSecret> {
    return rotateAppSecret(ctx, id, expectedEtag);
  }

  @Mutation(() => ID, {
    description: 'Deletes the application and revokes all its access. Only in a browser session.',
  })
  @Scoped('required')
  @Writes('session', 'app', 'id')
  deleteApp(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return deleteApp(ctx, id);
  }

  @Mutation(() => App, {
    description: 'Submits an application for review. Only in a browser session.',
  })
  @Scoped('required')
  @Writes('session', 'app', 'id')
  submitAppForReview(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return submitAppForReview(ctx, id);
  }

  @Mutation(() => App, {
    description:
      'Approves or rejects an application. For admins, after a recent second factor, and not for their own applications.',
  })
  @Scoped('required')
  @Writes('admin', 'app', 'id', 'second-factor')
  reviewApp(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => ReviewAppInput) input: ReviewAppInput,
    @Arg('expectedEtag', () => String, SEEN) expectedEtag: string,
  ): Promise<App> {
    return reviewApp(ctx, id, input, expectedEtag);
  }

  @Mutation(() => App, {
    description: 'Disables the application at once. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'app', 'id', 'second-factor')
  disableApp(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return disableApp(ctx, id);
  }

  @Mutation(() => App, {
    description: 'Enables the application. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'app', 'id', 'second-factor')
  enableApp(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return enableApp(ctx, id);
  }

  @Mutation(() => ID, {
    description:
      'Revokes an approval and the tokens of the application. Only in a browser session.',
  })
  @Scoped('required')
  @Writes('session', 'app_grant', 'id')
  revokeAppGrant(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return revokeAppGrant(ctx, id);
  }

  /** Null for an application of modport itself. */
  @FieldResolver(() => AppOwner, {
    nullable: true,
    description: 'Null for an application of the service itself.',
  })
  async owner(@Ctx() ctx: RequestContext, @Root() app: App): Promise<AppOwner | null> {
    return app.ownerId === null ? null : load(ctx, ownerById, app.ownerId);
  }
}
