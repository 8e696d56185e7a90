using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ToolInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ToolInput : IOpenEnum, IEquatable<ToolInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ToolInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>mods.search</c></summary>
        public static ToolInput ModsSearch => new ToolInput("mods.search");

        /// <summary><c>mods.get</c></summary>
        public static ToolInput ModsGet => new ToolInput("mods.get");

        /// <summary><c>install_plans.resolve</c></summary>
        public static ToolInput InstallPlansResolve => new ToolInput("install_plans.resolve");

        /// <summary><c>downloads.resolve</c></summary>
        public static ToolInput DownloadsResolve => new ToolInput("downloads.resolve");

        /// <summary><c>versions.compare</c></summary>
        public static ToolInput VersionsCompare => new ToolInput("versions.compare");

        /// <summary><c>publisher.draft</c></summary>
        public static ToolInput PublisherDraft => new ToolInput("publisher.draft");

        /// <summary><c>publisher.validate</c></summary>
        public static ToolInput PublisherValidate => new ToolInput("publisher.validate");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ToolInput left, ToolInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ToolInput left, ToolInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ToolInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ToolInput other && Equals(other);
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
