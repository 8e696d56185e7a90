using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>LocaleInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct LocaleInput : IOpenEnum, IEquatable<LocaleInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public LocaleInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>en</c></summary>
        public static LocaleInput En => new LocaleInput("en");

        /// <summary><c>ru</c></summary>
        public static LocaleInput Ru => new LocaleInput("ru");

        /// <summary><c>de</c></summary>
        public static LocaleInput De => new LocaleInput("de");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(LocaleInput left, LocaleInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(LocaleInput left, LocaleInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(LocaleInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is LocaleInput other && Equals(other);
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
