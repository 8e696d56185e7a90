using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>A session that this run created or found again.</summary>
    internal sealed class OpenUpload
    {
        internal OpenUpload(JObject session, ResponseHeaders headers)
        {
            Session = session;
            Headers = headers;
        }

        internal JObject Session { get; }

        /// <summary>Their date tells how long the addresses work.</summary>
        internal ResponseHeaders Headers { get; }

        /// <summary>The signed addresses of a create. Null if the session takes no bytes any more, or was only read.</summary>
        internal JObject Instructions => Session["upload"] as JObject;
    }
}
