import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { load } from '../../../request/loaders.js';
import { PageArgs } from '../../../request/page.args.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { RegisterAppInput, ReviewAppInput, UpdateAppInput } from './app.input.js';
import { App, type AppGrant, AppGrantPage, AppOwner, AppPage, AppWithSecret } from './app.type.js';
import { readApp } from './app-access.js';
import { ownerById } from './apps.loaders.js';
import { deleteApp } from './delete-app.js';
import { listMyAppGrants } from './list-app-grants.js';
import { listAppsUnderReview, listMyApps } from './list-apps.js';
import { presentApp } from './present-app.js';
import { registerApp } from './register-app.js';
import { reviewApp } from './review-app.js';
import { revokeAppGrant } from './revoke-app-grant.js';
import { rotateAppSecret } from './rotate-app-secret.js';
import { submitAppForReview } from './submit-app.js';
import { disableApp, enableApp } from './switch-app.js';
import { updateApp } from './update-app.js';

const SEEN = { description: 'The ETag of the state that the caller read.' };

/** Registered applications and their approvals (Spec 5.2). */
@Resolver(() => App)
export class AppsResolver {
  @Query(() => AppPage, { description: "The viewer's own applications, newest first." })
  @Scoped('required', 'account:read')
  myApps(@Ctx() ctx: RequestContext, @Args(() => PageArgs) page: PageArgs): Promise<Page<App>> {
    return listMyApps(ctx, page);
  }

  @Query(() => App, {
    description: "One of the viewer's applications. Admins can read any application.",
  })
  @Scoped('required', 'account:read')
  async app(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return presentApp(await readApp(ctx, id));
  }

  @Query(() => AppPage, { description: 'The applications under review, oldest first. For admins.' })
  @Scoped('required')
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
  deleteApp(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return deleteApp(ctx, id);
  }

  @Mutation(() => App, {
    description: 'Submits an application for review. Only in a browser session.',
  })
  @Scoped('required')
  submitAppForReview(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return submitAppForReview(ctx, id);
  }

  @Mutation(() => App, {
    description:
      'Approves or rejects an application. For admins, after a recent second factor, and not for their own applications.',
  })
  @Scoped('required')
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
  disableApp(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return disableApp(ctx, id);
  }

  @Mutation(() => App, {
    description: 'Enables the application. For admins, after a recent second factor.',
  })
  @Scoped('required')
  enableApp(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<App> {
    return enableApp(ctx, id);
  }

  @Mutation(() => ID, {
    description:
      'Revokes an approval and the tokens of the application. Only in a browser session.',
  })
  @Scoped('required')
  revokeAppGrant(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return revokeAppGrant(ctx, id);
  }

  @FieldResolver(() => AppOwner, { nullable: true })
  owner(@Ctx() ctx: RequestContext, @Root() app: App): Promise<AppOwner | null> {
    return load(ctx, ownerById, app.ownerId);
  }
}
