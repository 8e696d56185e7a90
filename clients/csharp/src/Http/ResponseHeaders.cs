using System;
using System.Collections;
using System.Collections.Generic;
using System.Net.Http;

namespace Modport
{
    /// <summary>The headers of a response. Names are compared without case.</summary>
    public sealed class ResponseHeaders : IEnumerable<KeyValuePair<string, string>>
    {
        private readonly Dictionary<string, string> values =
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

        internal ResponseHeaders(HttpResponseMessage response)
        {
            foreach (var header in response.Headers) values[header.Key] = string.Join(", ", header.Value);
            if (response.Content == null) return;
            foreach (var header in response.Content.Headers) values[header.Key] = string.Join(", ", header.Value);
        }

        /// <summary>The value of a header, its lines joined by commas, or null.</summary>
        public string Get(string name)
        {
            return values.TryGetValue(name, out string value) ? value : null;
        }

        /// <inheritdoc/>
        public IEnumerator<KeyValuePair<string, string>> GetEnumerator()
        {
            return values.GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return GetEnumerator();
        }
    }
}
