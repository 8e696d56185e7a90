using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ScopeInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ScopeInput : IOpenEnum, IEquatable<ScopeInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ScopeInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>mods:read</c></summary>
        public static ScopeInput Modsread => new ScopeInput("mods:read");

        /// <summary><c>mods:write</c></summary>
        public static ScopeInput Modswrite => new ScopeInput("mods:write");

        /// <summary><c>versions:write</c></summary>
        public static ScopeInput Versionswrite => new ScopeInput("versions:write");

        /// <summary><c>versions:publish</c></summary>
        public static ScopeInput Versionspublish => new ScopeInput("versions:publish");

        /// <summary><c>versions:archive</c></summary>
        public static ScopeInput Versionsarchive => new ScopeInput("versions:archive");

        /// <summary><c>files:upload</c></summary>
        public static ScopeInput Filesupload => new ScopeInput("files:upload");

        /// <summary><c>files:manage</c></summary>
        public static ScopeInput Filesmanage => new ScopeInput("files:manage");

        /// <summary><c>files:download</c></summary>
        public static ScopeInput Filesdownload => new ScopeInput("files:download");

        /// <summary><c>files:reference</c></summary>
        public static ScopeInput Filesreference => new ScopeInput("files:reference");

        /// <summary><c>install_plans:resolve</c></summary>
        public static ScopeInput InstallPlansresolve => new ScopeInput("install_plans:resolve");

        /// <summary><c>webhooks:read</c></summary>
        public static ScopeInput Webhooksread => new ScopeInput("webhooks:read");

        /// <summary><c>webhooks:write</c></summary>
        public static ScopeInput Webhookswrite => new ScopeInput("webhooks:write");

        /// <summary><c>private_data:read</c></summary>
        public static ScopeInput PrivateDataread => new ScopeInput("private_data:read");

        /// <summary><c>profile:read</c></summary>
        public static ScopeInput Profileread => new ScopeInput("profile:read");

        /// <summary><c>profile:write</c></summary>
        public static ScopeInput Profilewrite => new ScopeInput("profile:write");

        /// <summary><c>account:read</c></summary>
        public static ScopeInput Accountread => new ScopeInput("account:read");

        /// <summary><c>builds:read</c></summary>
        public static ScopeInput Buildsread => new ScopeInput("builds:read");

        /// <summary><c>builds:write</c></summary>
        public static ScopeInput Buildswrite => new ScopeInput("builds:write");

        /// <summary><c>teams:admin</c></summary>
        public static ScopeInput Teamsadmin => new ScopeInput("teams:admin");

        /// <summary><c>credentials:manage</c></summary>
        public static ScopeInput Credentialsmanage => new ScopeInput("credentials:manage");

        /// <summary><c>agent:mods.search</c></summary>
        public static ScopeInput AgentmodsSearch => new ScopeInput("agent:mods.search");

        /// <summary><c>agent:mods.get</c></summary>
        public static ScopeInput AgentmodsGet => new ScopeInput("agent:mods.get");

        /// <summary><c>agent:install_plans.resolve</c></summary>
        public static ScopeInput AgentinstallPlansResolve => new ScopeInput("agent:install_plans.resolve");

        /// <summary><c>agent:downloads.resolve</c></summary>
        public static ScopeInput AgentdownloadsResolve => new ScopeInput("agent:downloads.resolve");

        /// <summary><c>agent:versions.compare</c></summary>
        public static ScopeInput AgentversionsCompare => new ScopeInput("agent:versions.compare");

        /// <summary><c>agent:publisher.draft</c></summary>
        public static ScopeInput AgentpublisherDraft => new ScopeInput("agent:publisher.draft");

        /// <summary><c>agent:publisher.validate</c></summary>
        public static ScopeInput AgentpublisherValidate => new ScopeInput("agent:publisher.validate");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ScopeInput left, ScopeInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ScopeInput left, ScopeInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ScopeInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ScopeInput other && Equals(other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return Text == null ? 0 : StringComparer.Ordinal.GetHashCode(Text);
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return Text ?? "";
        }
    }
}
