using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The body that declares an upload.</summary>
    internal static class UploadDeclaration
    {
        internal static JObject Of(UploadRequest request, UploadFile file)
        {
            var body = new JObject
            {
                ["modId"] = request.ModId,
                ["versionId"] = request.VersionId,
                ["filename"] = request.Filename ?? System.IO.Path.GetFileName(request.Path),
                ["sizeBytes"] = file.SizeBytes,
                ["expectedHashes"] = new JObject { ["sha256"] = file.Sha256 },
            };
            if (request.ContentType != null) body["contentType"] = request.ContentType;
            if (request.FileKind != null) body["fileKind"] = request.FileKind;
            if (request.Label != null) body["label"] = request.Label;
            if (request.FileVersion != null) body["fileVersion"] = request.FileVersion;
            return body;
        }

        /// <summary>
        /// Identifies a declaration at a service. A session of another one must not be continued: it would keep the former
        /// name or label.
        /// </summary>
        internal static string DigestOf(JObject declaration, ModportClientOptions options)
        {
            byte[] address = Encoding.UTF8.GetBytes(options.BaseAddress.AbsoluteUri + "\n");
            using (SHA256 digest = SHA256.Create())
            {
                digest.TransformBlock(address, 0, address.Length, null, 0);
                byte[] body = JsonText.Write(declaration);
                digest.TransformFinalBlock(body, 0, body.Length);
                return Hex.Of(digest.Hash);
            }
        }
    }
}
