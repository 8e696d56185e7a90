"""The models of bodies and responses. Each is imported when it is used first."""

from typing import TYPE_CHECKING

from ..._lazy import lazy

if TYPE_CHECKING:
    from .access_tier_input import AccessTierInput
    from .account_access_changed_event import AccountAccessChangedEvent
    from .account_access_changed_event_data import AccountAccessChangedEventData
    from .add_media_input import AddMediaInput
    from .add_mod_media_form import AddModMediaForm
    from .added_media_kind_input import AddedMediaKindInput
    from .added_media_manager_input import AddedMediaManagerInput
    from .agent_confirmation import AgentConfirmation
    from .agent_effect import AgentEffect
    from .agent_effect_target import AgentEffectTarget
    from .agent_tool import AgentTool
    from .agent_tool_page import AgentToolPage
    from .agent_tool_run import AgentToolRun
    from .agent_tool_run_response import AgentToolRunResponse
    from .alt_texts import AltTexts
    from .api_key import ApiKey
    from .api_key_capabilities import ApiKeyCapabilities
    from .api_key_capabilities_response import ApiKeyCapabilitiesResponse
    from .api_key_page import ApiKeyPage
    from .app_changed_event import AppChangedEvent
    from .app_changed_event_data import AppChangedEventData
    from .app_subject import AppSubject
    from .archive_manifest_entry_input import ArchiveManifestEntryInput
    from .artifact_hashes import ArtifactHashes
    from .artifact_lookup import ArtifactLookup
    from .artifact_lookup_input import ArtifactLookupInput
    from .artifact_lookup_response import ArtifactLookupResponse
    from .artifact_match import ArtifactMatch
    from .artifact_subject import ArtifactSubject
    from .artifact_summary import ArtifactSummary
    from .artifact_summary_response import ArtifactSummaryResponse
    from .artifact_version_ref import ArtifactVersionRef
    from .category import Category
    from .category_page import CategoryPage
    from .category_ref import CategoryRef
    from .changelog_texts import ChangelogTexts
    from .ci_provider_input import CiProviderInput
    from .complete_upload_input import CompleteUploadInput
    from .completed_part import CompletedPart
    from .create_api_key_input import CreateApiKeyInput
    from .create_mod_input import CreateModInput
    from .create_mod_version_input import CreateModVersionInput
    from .create_webhook_subscription_input import CreateWebhookSubscriptionInput
    from .created_api_key import CreatedApiKey
    from .created_api_key_response import CreatedApiKeyResponse
    from .created_upload_session import CreatedUploadSession
    from .created_upload_session_response import CreatedUploadSessionResponse
    from .created_webhook_subscription import CreatedWebhookSubscription
    from .created_webhook_subscription_response import (
        CreatedWebhookSubscriptionResponse,
    )
    from .delivery_links import DeliveryLinks
    from .delivery_retry import DeliveryRetry
    from .delivery_state_input import DeliveryStateInput
    from .dependency import Dependency
    from .dependency_input import DependencyInput
    from .dependency_kind_input import DependencyKindInput
    from .dependency_page import DependencyPage
    from .description_texts import DescriptionTexts
    from .digest_algorithm_input import DigestAlgorithmInput
    from .download import Download
    from .download_capabilities import DownloadCapabilities
    from .download_fallback import DownloadFallback
    from .download_grant_info import DownloadGrantInfo
    from .download_job import DownloadJob
    from .download_job_input import DownloadJobInput
    from .download_metadata import DownloadMetadata
    from .download_progress import DownloadProgress
    from .download_progress_input import DownloadProgressInput
    from .download_representation import DownloadRepresentation
    from .download_response import DownloadResponse
    from .download_resume import DownloadResume
    from .download_transport import DownloadTransport
    from .event_kind_input import EventKindInput
    from .expected_hashes_input import ExpectedHashesInput
    from .external_artifact import ExternalArtifact
    from .external_artifact_input import ExternalArtifactInput
    from .external_artifact_response import ExternalArtifactResponse
    from .external_validation import ExternalValidation
    from .external_validation_response import ExternalValidationResponse
    from .fallback_download import FallbackDownload
    from .fallback_download_response import FallbackDownloadResponse
    from .fallback_job import FallbackJob
    from .file_failed_event import FileFailedEvent
    from .file_failed_event_data import FileFailedEventData
    from .file_kind_input import FileKindInput
    from .file_ready_event import FileReadyEvent
    from .file_ready_event_data import FileReadyEventData
    from .found_mod import FoundMod
    from .found_mod_page import FoundModPage
    from .game import Game
    from .game_page import GamePage
    from .game_ref import GameRef
    from .game_response import GameResponse
    from .hash_matches import HashMatches
    from .install_plan import InstallPlan
    from .install_plan_input import InstallPlanInput
    from .install_plan_response import InstallPlanResponse
    from .installed_file import InstalledFile
    from .installed_file_input import InstalledFileInput
    from .job_progress import JobProgress
    from .json_object import JsonObject
    from .key_limits import KeyLimits
    from .key_mod import KeyMod
    from .key_scope import KeyScope
    from .language_map import LanguageMap
    from .latest_file import LatestFile
    from .latest_release import LatestRelease
    from .locale_input import LocaleInput
    from .localized_slugs_texts import LocalizedSlugsTexts
    from .matched_mod import MatchedMod
    from .me import Me
    from .me_credential import MeCredential
    from .me_response import MeResponse
    from .me_user import MeUser
    from .media_variant import MediaVariant
    from .mod import Mod
    from .mod_artifact import ModArtifact
    from .mod_author import ModAuthor
    from .mod_links import ModLinks
    from .mod_media import ModMedia
    from .mod_media_page import ModMediaPage
    from .mod_media_response import ModMediaResponse
    from .mod_page import ModPage
    from .mod_ref import ModRef
    from .mod_response import ModResponse
    from .mod_sort_input import ModSortInput
    from .mod_subject import ModSubject
    from .mod_team_member import ModTeamMember
    from .mod_team_member_page import ModTeamMemberPage
    from .mod_team_member_response import ModTeamMemberResponse
    from .mod_updated_event import ModUpdatedEvent
    from .mod_updated_event_data import ModUpdatedEventData
    from .mod_version import ModVersion
    from .mod_version_page import ModVersionPage
    from .mod_version_response import ModVersionResponse
    from .mod_version_subject import ModVersionSubject
    from .my_resource import MyResource
    from .my_resource_page import MyResourcePage
    from .named_count import NamedCount
    from .pagination import Pagination
    from .plan_conflict import PlanConflict
    from .plan_constraint import PlanConstraint
    from .plan_file import PlanFile
    from .plan_item import PlanItem
    from .plan_reason import PlanReason
    from .plan_request import PlanRequest
    from .plan_selection import PlanSelection
    from .plan_step import PlanStep
    from .plan_version_input import PlanVersionInput
    from .plan_version_selector import PlanVersionSelector
    from .profile import Profile
    from .profile_response import ProfileResponse
    from .provenance import Provenance
    from .provider_input import ProviderInput
    from .provider_locator_input import ProviderLocatorInput
    from .reference_evidence_input import ReferenceEvidenceInput
    from .reference_provenance_input import ReferenceProvenanceInput
    from .release_channel_input import ReleaseChannelInput
    from .resolve_download_fallback_input import ResolveDownloadFallbackInput
    from .resolve_download_input import ResolveDownloadInput
    from .resource_grant import ResourceGrant
    from .resource_grant_input import ResourceGrantInput
    from .resource_mod import ResourceMod
    from .resource_type_input import ResourceTypeInput
    from .run_agent_tool_input import RunAgentToolInput
    from .scan_completed_event import ScanCompletedEvent
    from .scan_completed_event_data import ScanCompletedEventData
    from .scope_input import ScopeInput
    from .search_facets import SearchFacets
    from .search_facets_response import SearchFacetsResponse
    from .search_match import SearchMatch
    from .set_mod_team_member_input import SetModTeamMemberInput
    from .sign_upload_parts_input import SignUploadPartsInput
    from .signed_part import SignedPart
    from .signed_parts import SignedParts
    from .signed_parts_response import SignedPartsResponse
    from .suggested_author import SuggestedAuthor
    from .suggested_mod import SuggestedMod
    from .suggestions import Suggestions
    from .suggestions_response import SuggestionsResponse
    from .summary_texts import SummaryTexts
    from .team_role_input import TeamRoleInput
    from .team_user import TeamUser
    from .title_texts import TitleTexts
    from .token_changed_event import TokenChangedEvent
    from .token_changed_event_data import TokenChangedEventData
    from .token_subject import TokenSubject
    from .tool_input import ToolInput
    from .trusted_publisher import TrustedPublisher
    from .trusted_publisher_input import TrustedPublisherInput
    from .trusted_publisher_owner import TrustedPublisherOwner
    from .trusted_publisher_page import TrustedPublisherPage
    from .trusted_publisher_response import TrustedPublisherResponse
    from .update_check import UpdateCheck
    from .update_check_input import UpdateCheckInput
    from .update_check_response import UpdateCheckResponse
    from .update_item import UpdateItem
    from .update_mod_input import UpdateModInput
    from .update_mod_version_input import UpdateModVersionInput
    from .update_profile_input import UpdateProfileInput
    from .update_webhook_subscription_input import UpdateWebhookSubscriptionInput
    from .upload_completed_event import UploadCompletedEvent
    from .upload_completed_event_data import UploadCompletedEventData
    from .upload_failure import UploadFailure
    from .upload_finding import UploadFinding
    from .upload_input import UploadInput
    from .upload_instruction import UploadInstruction
    from .upload_job import UploadJob
    from .upload_problem import UploadProblem
    from .upload_progress import UploadProgress
    from .upload_retry import UploadRetry
    from .upload_review import UploadReview
    from .upload_review_details import UploadReviewDetails
    from .upload_review_details_response import UploadReviewDetailsResponse
    from .upload_session import UploadSession
    from .upload_session_response import UploadSessionResponse
    from .upload_session_status import UploadSessionStatus
    from .upload_session_subject import UploadSessionSubject
    from .upload_validation import UploadValidation
    from .upload_validation_response import UploadValidationResponse
    from .uploaded_part_input import UploadedPartInput
    from .user_account import UserAccount
    from .user_account_response import UserAccountResponse
    from .user_subject import UserSubject
    from .validation_progress import ValidationProgress
    from .value_count import ValueCount
    from .version_published_event import VersionPublishedEvent
    from .version_published_event_data import VersionPublishedEventData
    from .webhook_delivery import WebhookDelivery
    from .webhook_delivery_page import WebhookDeliveryPage
    from .webhook_delivery_response import WebhookDeliveryResponse
    from .webhook_subscription import WebhookSubscription
    from .webhook_subscription_page import WebhookSubscriptionPage
    from .webhook_subscription_response import WebhookSubscriptionResponse
else:
    __getattr__ = lazy(
        __name__,
        {
            "AccessTierInput": ".access_tier_input",
            "AccountAccessChangedEvent": ".account_access_changed_event",
            "AccountAccessChangedEventData": ".account_access_changed_event_data",
            "AddMediaInput": ".add_media_input",
            "AddModMediaForm": ".add_mod_media_form",
            "AddedMediaKindInput": ".added_media_kind_input",
            "AddedMediaManagerInput": ".added_media_manager_input",
            "AgentConfirmation": ".agent_confirmation",
            "AgentEffect": ".agent_effect",
            "AgentEffectTarget": ".agent_effect_target",
            "AgentTool": ".agent_tool",
            "AgentToolPage": ".agent_tool_page",
            "AgentToolRun": ".agent_tool_run",
            "AgentToolRunResponse": ".agent_tool_run_response",
            "AltTexts": ".alt_texts",
            "ApiKey": ".api_key",
            "ApiKeyCapabilities": ".api_key_capabilities",
            "ApiKeyCapabilitiesResponse": ".api_key_capabilities_response",
            "ApiKeyPage": ".api_key_page",
            "AppChangedEvent": ".app_changed_event",
            "AppChangedEventData": ".app_changed_event_data",
            "AppSubject": ".app_subject",
            "ArchiveManifestEntryInput": ".archive_manifest_entry_input",
            "ArtifactHashes": ".artifact_hashes",
            "ArtifactLookup": ".artifact_lookup",
            "ArtifactLookupInput": ".artifact_lookup_input",
            "ArtifactLookupResponse": ".artifact_lookup_response",
            "ArtifactMatch": ".artifact_match",
            "ArtifactSubject": ".artifact_subject",
            "ArtifactSummary": ".artifact_summary",
            "ArtifactSummaryResponse": ".artifact_summary_response",
            "ArtifactVersionRef": ".artifact_version_ref",
            "Category": ".category",
            "CategoryPage": ".category_page",
            "CategoryRef": ".category_ref",
            "ChangelogTexts": ".changelog_texts",
            "CiProviderInput": ".ci_provider_input",
            "CompleteUploadInput": ".complete_upload_input",
            "CompletedPart": ".completed_part",
            "CreateApiKeyInput": ".create_api_key_input",
            "CreateModInput": ".create_mod_input",
            "CreateModVersionInput": ".create_mod_version_input",
            "CreateWebhookSubscriptionInput": ".create_webhook_subscription_input",
            "CreatedApiKey": ".created_api_key",
            "CreatedApiKeyResponse": ".created_api_key_response",
            "CreatedUploadSession": ".created_upload_session",
            "CreatedUploadSessionResponse": ".created_upload_session_response",
            "CreatedWebhookSubscription": ".created_webhook_subscription",
            "CreatedWebhookSubscriptionResponse": ".created_webhook_subscription_response",
            "DeliveryLinks": ".delivery_links",
            "DeliveryRetry": ".delivery_retry",
            "DeliveryStateInput": ".delivery_state_input",
            "Dependency": ".dependency",
            "DependencyInput": ".dependency_input",
            "DependencyKindInput": ".dependency_kind_input",
            "DependencyPage": ".dependency_page",
            "DescriptionTexts": ".description_texts",
            "DigestAlgorithmInput": ".digest_algorithm_input",
            "Download": ".download",
            "DownloadCapabilities": ".download_capabilities",
            "DownloadFallback": ".download_fallback",
            "DownloadGrantInfo": ".download_grant_info",
            "DownloadJob": ".download_job",
            "DownloadJobInput": ".download_job_input",
            "DownloadMetadata": ".download_metadata",
            "DownloadProgress": ".download_progress",
            "DownloadProgressInput": ".download_progress_input",
            "DownloadRepresentation": ".download_representation",
            "DownloadResponse": ".download_response",
            "DownloadResume": ".download_resume",
            "DownloadTransport": ".download_transport",
            "EventKindInput": ".event_kind_input",
            "ExpectedHashesInput": ".expected_hashes_input",
            "ExternalArtifact": ".external_artifact",
            "ExternalArtifactInput": ".external_artifact_input",
            "ExternalArtifactResponse": ".external_artifact_response",
            "ExternalValidation": ".external_validation",
            "ExternalValidationResponse": ".external_validation_response",
            "FallbackDownload": ".fallback_download",
            "FallbackDownloadResponse": ".fallback_download_response",
            "FallbackJob": ".fallback_job",
            "FileFailedEvent": ".file_failed_event",
            "FileFailedEventData": ".file_failed_event_data",
            "FileKindInput": ".file_kind_input",
            "FileReadyEvent": ".file_ready_event",
            "FileReadyEventData": ".file_ready_event_data",
            "FoundMod": ".found_mod",
            "FoundModPage": ".found_mod_page",
            "Game": ".game",
            "GamePage": ".game_page",
            "GameRef": ".game_ref",
            "GameResponse": ".game_response",
            "HashMatches": ".hash_matches",
            "InstallPlan": ".install_plan",
            "InstallPlanInput": ".install_plan_input",
            "InstallPlanResponse": ".install_plan_response",
            "InstalledFile": ".installed_file",
            "InstalledFileInput": ".installed_file_input",
            "JobProgress": ".job_progress",
            "JsonObject": ".json_object",
            "KeyLimits": ".key_limits",
            "KeyMod": ".key_mod",
            "KeyScope": ".key_scope",
            "LanguageMap": ".language_map",
            "LatestFile": ".latest_file",
            "LatestRelease": ".latest_release",
            "LocaleInput": ".locale_input",
            "LocalizedSlugsTexts": ".localized_slugs_texts",
            "MatchedMod": ".matched_mod",
            "Me": ".me",
            "MeCredential": ".me_credential",
            "MeResponse": ".me_response",
            "MeUser": ".me_user",
            "MediaVariant": ".media_variant",
            "Mod": ".mod",
            "ModArtifact": ".mod_artifact",
            "ModAuthor": ".mod_author",
            "ModLinks": ".mod_links",
            "ModMedia": ".mod_media",
            "ModMediaPage": ".mod_media_page",
            "ModMediaResponse": ".mod_media_response",
            "ModPage": ".mod_page",
            "ModRef": ".mod_ref",
            "ModResponse": ".mod_response",
            "ModSortInput": ".mod_sort_input",
            "ModSubject": ".mod_subject",
            "ModTeamMember": ".mod_team_member",
            "ModTeamMemberPage": ".mod_team_member_page",
            "ModTeamMemberResponse": ".mod_team_member_response",
            "ModUpdatedEvent": ".mod_updated_event",
            "ModUpdatedEventData": ".mod_updated_event_data",
            "ModVersion": ".mod_version",
            "ModVersionPage": ".mod_version_page",
            "ModVersionResponse": ".mod_version_response",
            "ModVersionSubject": ".mod_version_subject",
            "MyResource": ".my_resource",
            "MyResourcePage": ".my_resource_page",
            "NamedCount": ".named_count",
            "Pagination": ".pagination",
            "PlanConflict": ".plan_conflict",
            "PlanConstraint": ".plan_constraint",
            "PlanFile": ".plan_file",
            "PlanItem": ".plan_item",
            "PlanReason": ".plan_reason",
            "PlanRequest": ".plan_request",
            "PlanSelection": ".plan_selection",
            "PlanStep": ".plan_step",
            "PlanVersionInput": ".plan_version_input",
            "PlanVersionSelector": ".plan_version_selector",
            "Profile": ".profile",
            "ProfileResponse": ".profile_response",
            "Provenance": ".provenance",
            "ProviderInput": ".provider_input",
            "ProviderLocatorInput": ".provider_locator_input",
            "ReferenceEvidenceInput": ".reference_evidence_input",
            "ReferenceProvenanceInput": ".reference_provenance_input",
            "ReleaseChannelInput": ".release_channel_input",
            "ResolveDownloadFallbackInput": ".resolve_download_fallback_input",
            "ResolveDownloadInput": ".resolve_download_input",
            "ResourceGrant": ".resource_grant",
            "ResourceGrantInput": ".resource_grant_input",
            "ResourceMod": ".resource_mod",
            "ResourceTypeInput": ".resource_type_input",
            "RunAgentToolInput": ".run_agent_tool_input",
            "ScanCompletedEvent": ".scan_completed_event",
            "ScanCompletedEventData": ".scan_completed_event_data",
            "ScopeInput": ".scope_input",
            "SearchFacets": ".search_facets",
            "SearchFacetsResponse": ".search_facets_response",
            "SearchMatch": ".search_match",
            "SetModTeamMemberInput": ".set_mod_team_member_input",
            "SignUploadPartsInput": ".sign_upload_parts_input",
            "SignedPart": ".signed_part",
            "SignedParts": ".signed_parts",
            "SignedPartsResponse": ".signed_parts_response",
            "SuggestedAuthor": ".suggested_author",
            "SuggestedMod": ".suggested_mod",
            "Suggestions": ".suggestions",
            "SuggestionsResponse": ".suggestions_response",
            "SummaryTexts": ".summary_texts",
            "TeamRoleInput": ".team_role_input",
            "TeamUser": ".team_user",
            "TitleTexts": ".title_texts",
            "TokenChangedEvent": ".token_changed_event",
            "TokenChangedEventData": ".token_changed_event_data",
            "TokenSubject": ".token_subject",
            "ToolInput": ".tool_input",
            "TrustedPublisher": ".trusted_publisher",
            "TrustedPublisherInput": ".trusted_publisher_input",
            "TrustedPublisherOwner": ".trusted_publisher_owner",
            "TrustedPublisherPage": ".trusted_publisher_page",
            "TrustedPublisherResponse": ".trusted_publisher_response",
            "UpdateCheck": ".update_check",
            "UpdateCheckInput": ".update_check_input",
            "UpdateCheckResponse": ".update_check_response",
            "UpdateItem": ".update_item",
            "UpdateModInput": ".update_mod_input",
            "UpdateModVersionInput": ".update_mod_version_input",
            "UpdateProfileInput": ".update_profile_input",
            "UpdateWebhookSubscriptionInput": ".update_webhook_subscription_input",
            "UploadCompletedEvent": ".upload_completed_event",
            "UploadCompletedEventData": ".upload_completed_event_data",
            "UploadFailure": ".upload_failure",
            "UploadFinding": ".upload_finding",
            "UploadInput": ".upload_input",
            "UploadInstruction": ".upload_instruction",
            "UploadJob": ".upload_job",
            "UploadProblem": ".upload_problem",
            "UploadProgress": ".upload_progress",
            "UploadRetry": ".upload_retry",
            "UploadReview": ".upload_review",
            "UploadReviewDetails": ".upload_review_details",
            "UploadReviewDetailsResponse": ".upload_review_details_response",
            "UploadSession": ".upload_session",
            "UploadSessionResponse": ".upload_session_response",
            "UploadSessionStatus": ".upload_session_status",
            "UploadSessionSubject": ".upload_session_subject",
            "UploadValidation": ".upload_validation",
            "UploadValidationResponse": ".upload_validation_response",
            "UploadedPartInput": ".uploaded_part_input",
            "UserAccount": ".user_account",
            "UserAccountResponse": ".user_account_response",
            "UserSubject": ".user_subject",
            "ValidationProgress": ".validation_progress",
            "ValueCount": ".value_count",
            "VersionPublishedEvent": ".version_published_event",
            "VersionPublishedEventData": ".version_published_event_data",
            "WebhookDelivery": ".webhook_delivery",
            "WebhookDeliveryPage": ".webhook_delivery_page",
            "WebhookDeliveryResponse": ".webhook_delivery_response",
            "WebhookSubscription": ".webhook_subscription",
            "WebhookSubscriptionPage": ".webhook_subscription_page",
            "WebhookSubscriptionResponse": ".webhook_subscription_response",
        },
    )

__all__ = (
    "AccessTierInput",
    "AccountAccessChangedEvent",
    "AccountAccessChangedEventData",
    "AddMediaInput",
    "AddModMediaForm",
    "AddedMediaKindInput",
    "AddedMediaManagerInput",
    "AgentConfirmation",
    "AgentEffect",
    "AgentEffectTarget",
    "AgentTool",
    "AgentToolPage",
    "AgentToolRun",
    "AgentToolRunResponse",
    "AltTexts",
    "ApiKey",
    "ApiKeyCapabilities",
    "ApiKeyCapabilitiesResponse",
    "ApiKeyPage",
    "AppChangedEvent",
    "AppChangedEventData",
    "AppSubject",
    "ArchiveManifestEntryInput",
    "ArtifactHashes",
    "ArtifactLookup",
    "ArtifactLookupInput",
    "ArtifactLookupResponse",
    "ArtifactMatch",
    "ArtifactSubject",
    "ArtifactSummary",
    "ArtifactSummaryResponse",
    "ArtifactVersionRef",
    "Category",
    "CategoryPage",
    "CategoryRef",
    "ChangelogTexts",
    "CiProviderInput",
    "CompleteUploadInput",
    "CompletedPart",
    "CreateApiKeyInput",
    "CreateModInput",
    "CreateModVersionInput",
    "CreateWebhookSubscriptionInput",
    "CreatedApiKey",
    "CreatedApiKeyResponse",
    "CreatedUploadSession",
    "CreatedUploadSessionResponse",
    "CreatedWebhookSubscription",
    "CreatedWebhookSubscriptionResponse",
    "DeliveryLinks",
    "DeliveryRetry",
    "DeliveryStateInput",
    "Dependency",
    "DependencyInput",
    "DependencyKindInput",
    "DependencyPage",
    "DescriptionTexts",
    "DigestAlgorithmInput",
    "Download",
    "DownloadCapabilities",
    "DownloadFallback",
    "DownloadGrantInfo",
    "DownloadJob",
    "DownloadJobInput",
    "DownloadMetadata",
    "DownloadProgress",
    "DownloadProgressInput",
    "DownloadRepresentation",
    "DownloadResponse",
    "DownloadResume",
    "DownloadTransport",
    "EventKindInput",
    "ExpectedHashesInput",
    "ExternalArtifact",
    "ExternalArtifactInput",
    "ExternalArtifactResponse",
    "ExternalValidation",
    "ExternalValidationResponse",
    "FallbackDownload",
    "FallbackDownloadResponse",
    "FallbackJob",
    "FileFailedEvent",
    "FileFailedEventData",
    "FileKindInput",
    "FileReadyEvent",
    "FileReadyEventData",
    "FoundMod",
    "FoundModPage",
    "Game",
    "GamePage",
    "GameRef",
    "GameResponse",
    "HashMatches",
    "InstallPlan",
    "InstallPlanInput",
    "InstallPlanResponse",
    "InstalledFile",
    "InstalledFileInput",
    "JobProgress",
    "JsonObject",
    "KeyLimits",
    "KeyMod",
    "KeyScope",
    "LanguageMap",
    "LatestFile",
    "LatestRelease",
    "LocaleInput",
    "LocalizedSlugsTexts",
    "MatchedMod",
    "Me",
    "MeCredential",
    "MeResponse",
    "MeUser",
    "MediaVariant",
    "Mod",
    "ModArtifact",
    "ModAuthor",
    "ModLinks",
    "ModMedia",
    "ModMediaPage",
    "ModMediaResponse",
    "ModPage",
    "ModRef",
    "ModResponse",
    "ModSortInput",
    "ModSubject",
    "ModTeamMember",
    "ModTeamMemberPage",
    "ModTeamMemberResponse",
    "ModUpdatedEvent",
    "ModUpdatedEventData",
    "ModVersion",
    "ModVersionPage",
    "ModVersionResponse",
    "ModVersionSubject",
    "MyResource",
    "MyResourcePage",
    "NamedCount",
    "Pagination",
    "PlanConflict",
    "PlanConstraint",
    "PlanFile",
    "PlanItem",
    "PlanReason",
    "PlanRequest",
    "PlanSelection",
    "PlanStep",
    "PlanVersionInput",
    "PlanVersionSelector",
    "Profile",
    "ProfileResponse",
    "Provenance",
    "ProviderInput",
    "ProviderLocatorInput",
    "ReferenceEvidenceInput",
    "ReferenceProvenanceInput",
    "ReleaseChannelInput",
    "ResolveDownloadFallbackInput",
    "ResolveDownloadInput",
    "ResourceGrant",
    "ResourceGrantInput",
    "ResourceMod",
    "ResourceTypeInput",
    "RunAgentToolInput",
    "ScanCompletedEvent",
    "ScanCompletedEventData",
    "ScopeInput",
    "SearchFacets",
    "SearchFacetsResponse",
    "SearchMatch",
    "SetModTeamMemberInput",
    "SignUploadPartsInput",
    "SignedPart",
    "SignedParts",
    "SignedPartsResponse",
    "SuggestedAuthor",
    "SuggestedMod",
    "Suggestions",
    "SuggestionsResponse",
    "SummaryTexts",
    "TeamRoleInput",
    "TeamUser",
    "TitleTexts",
    "TokenChangedEvent",
    "TokenChangedEventData",
    "TokenSubject",
    "ToolInput",
    "TrustedPublisher",
    "TrustedPublisherInput",
    "TrustedPublisherOwner",
    "TrustedPublisherPage",
    "TrustedPublisherResponse",
    "UpdateCheck",
    "UpdateCheckInput",
    "UpdateCheckResponse",
    "UpdateItem",
    "UpdateModInput",
    "UpdateModVersionInput",
    "UpdateProfileInput",
    "UpdateWebhookSubscriptionInput",
    "UploadCompletedEvent",
    "UploadCompletedEventData",
    "UploadFailure",
    "UploadFinding",
    "UploadInput",
    "UploadInstruction",
    "UploadJob",
    "UploadProblem",
    "UploadProgress",
    "UploadRetry",
    "UploadReview",
    "UploadReviewDetails",
    "UploadReviewDetailsResponse",
    "UploadSession",
    "UploadSessionResponse",
    "UploadSessionStatus",
    "UploadSessionSubject",
    "UploadValidation",
    "UploadValidationResponse",
    "UploadedPartInput",
    "UserAccount",
    "UserAccountResponse",
    "UserSubject",
    "ValidationProgress",
    "ValueCount",
    "VersionPublishedEvent",
    "VersionPublishedEventData",
    "WebhookDelivery",
    "WebhookDeliveryPage",
    "WebhookDeliveryResponse",
    "WebhookSubscription",
    "WebhookSubscriptionPage",
    "WebhookSubscriptionResponse",
)
