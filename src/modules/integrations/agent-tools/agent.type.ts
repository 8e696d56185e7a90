import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import { AGENT_TOOLS } from '../../../registry/agent-tools.js';
import { LIMITS } from '../../../registry/limits.js';
import { pageType } from '../../../request/page.js';
import { JsonObject } from '../../../request/scalars.js';

/** A tool as described to agents. */
@ObjectType({ simpleResolvers: true, description: 'A tool for agents.' })
export class AgentTool {
  @Field(() => String, { description: 'The name by which a run selects the tool.' })
  readonly name!: string;

  @Field(() => String, { description: 'The purpose of the tool, written for agents.' })
  readonly description!: string;

  @Field(() => JsonObject, { description: 'JSON Schema 2020-12.' })
  readonly inputSchema!: object;

  @Field(() => JsonObject, { description: 'JSON Schema 2020-12.' })
  readonly outputSchema!: object;

  @Field(() => Boolean, {
    description:
      'Whether the tool writes. Such a tool first returns its effects, and writes after a confirmation.',
  })
  readonly writes!: boolean;

  @Field(() => String, { description: 'The scope that a credential needs to run the tool.' })
  readonly scope!: string;
}

/** All tools that a credential may run. */
export const AgentToolPage = pageType('AgentToolPage', () => AgentTool);

/** The target of an effect. */
@ObjectType({ simpleResolvers: true })
export class AgentEffectTarget {
  @Field(() => String, { description: '`mod` or `version`.' })
  readonly kind!: string;

  @Field(() => ID, { nullable: true, description: 'Null if the run creates the mod.' })
  readonly modId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Null if the run creates the version, and if the target is a mod.',
  })
  readonly versionId!: string | null;
}

/** The effect of a write on one object. */
@ObjectType({ simpleResolvers: true })
export class AgentEffect {
  @Field(() => String, { description: 'A stable code of the change.' })
  readonly action!: string;

  @Field(() => String, { description: 'Written by the service; contains no text from users.' })
  readonly summary!: string;

  @Field(() => AgentEffectTarget, { description: 'The changed object.' })
  readonly target!: AgentEffectTarget;

  @Field(() => [JsonObject], {
    description:
      'One entry for each changed member: `field`, `from` and `to`. Null stands for no value.',
  })
  readonly changes!: readonly object[];
}

/** The token by which a dry run takes effect, once. */
@ObjectType({ simpleResolvers: true })
export class AgentConfirmation {
  @Field(() => String, {
    description:
      'Works once, and only for the same user, application, tool and exactly the same input.',
  })
  readonly token!: string;

  @Field(() => Date, {
    description: `When the token expires: ${LIMITS.confirmationLifetimeSeconds / 60} minutes after the dry run.`,
  })
  readonly expiresAt!: Date;
}

/**
 * The result of running a tool (Spec 4.8). `effects` is null for a tool that only reads.
 * `confirmation` is null unless it was a dry run.
 */
@ObjectType({ simpleResolvers: true, description: 'The result of a tool run.' })
export class AgentToolRun {
  @Field(() => Boolean, { description: 'True if nothing has been written yet.' })
  readonly dryRun!: boolean;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Follows the output schema of the tool. Not set for a dry run.',
  })
  readonly output!: object | null;

  @Field(() => [AgentEffect], {
    nullable: true,
    description:
      'Set only for a tool that writes: the effects, planned in a dry run, done otherwise.',
  })
  readonly effects!: readonly AgentEffect[] | null;

  @Field(() => AgentConfirmation, { nullable: true, description: 'Set only for a dry run.' })
  readonly confirmation!: AgentConfirmation | null;
}

/** A tool, its input and an optional confirmation. */
@InputType({
  description:
    'One run of a tool. A tool that only reads returns its output at once. A tool that writes needs two runs with the same input: a dry run without a confirmation token, which returns the effects and a token, and a run with this token, which writes.',
})
export class RunAgentToolInput {
  @Field(() => String, { description: 'The name of a tool in the list of tools.' })
  @Extensions({ jsonSchema: { enum: Object.keys(AGENT_TOOLS) } })
  readonly tool!: string;

  @Field(() => JsonObject, {
    description:
      'The arguments of the tool. They must match the input schema of the tool, which the list of tools shows.',
  })
  readonly input!: object;

  @Field(() => String, {
    nullable: true,
    description:
      'The token of the dry run whose effects this run may cause. It works once, before it expires, for the same user, application, tool and input. Without it, a tool that writes only makes a dry run. A tool that only reads refuses it.',
  })
  readonly confirmationToken?: string | null;
}
