using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Text;

namespace Ishi.Editor {

/// <summary>Calls the tool `ishi`. It uses nothing of Unity.</summary>
public static class IshiBuild {
  public struct Result {
    public byte[] Blob;         // null: it does not compile, or has no agents
    public bool Failed;
    public string Diagnostics;  // as the tool prints them, warnings as well; empty if there are none
    public string[] Sources;    // all files that it was made of, its own first; empty if it does not compile
  }

  /// <summary>Builds one source. `tool` is the path of the tool, or "ishi" if it is in PATH. Does not throw for what the tool or the source does.</summary>
  public static Result Run(string tool, string source) {
    string folder = Path.Combine(Path.GetTempPath(), "ishi-" + Guid.NewGuid().ToString("N"));
    try {
      return Run(tool, source, folder);
    } catch (Win32Exception fault) {
      return Failure(Missing(tool, fault));
    } catch (IOException fault) {
      return Failure("`" + source + "` cannot be built: " + fault.Message);
    } finally {
      if (Directory.Exists(folder)) Directory.Delete(folder, true);
    }
  }

  /// <summary>Writes the contract of some sources as a file of C#. Null, or why it cannot be. Does not throw for what the tool or the sources do.</summary>
  public static string WriteContract(string tool, IEnumerable<string> sources, string name_space, string output) {
    try {
      StringBuilder arguments = new StringBuilder("header");
      foreach (string source in sources) arguments.Append(" ").Append(Quoted(source));
      arguments.Append(" --language csharp --namespace ").Append(Quoted(name_space)).Append(" -o ").Append(Quoted(output));
      string said;
      return Start(tool, arguments.ToString(), out said) == 0 ? null : said;
    } catch (Win32Exception fault) {
      return Missing(tool, fault);
    } catch (IOException fault) {
      return "the contract cannot be written: " + fault.Message;
    }
  }

  static string Missing(string tool, Win32Exception fault) {
    return "the tool `" + tool + "` cannot be run: " + fault.Message + ". Install it, or say where it is: Ishi → Choose Tool";
  }

  static Result Failure(string words) {
    return new Result { Failed = true, Diagnostics = words, Sources = new string[0] };
  }

  static Result Run(string tool, string source, string folder) {
    string said;
    int code = Start(tool, "build " + Quoted(source) + " -o " + Quoted(folder) + " --depfile --no-cache", out said);
    Result result = new Result { Failed = code != 0, Diagnostics = said, Sources = new string[0] };
    string[] blobs = result.Failed || !Directory.Exists(folder) ? new string[0] : Directory.GetFiles(folder, "*.ishi", SearchOption.AllDirectories);
    if (blobs.Length == 1) {
      result.Blob = File.ReadAllBytes(blobs[0]);
      result.Sources = SourcesOf(File.ReadAllText(blobs[0] + ".d"));
    }
    return result;
  }

  // The exit code of the tool, and all that it says.
  static int Start(string tool, string arguments, out string said) {
    ProcessStartInfo start = new ProcessStartInfo(tool, arguments) {
      UseShellExecute = false, CreateNoWindow = true, RedirectStandardOutput = true, RedirectStandardError = true,
      StandardOutputEncoding = Encoding.UTF8, StandardErrorEncoding = Encoding.UTF8
    };
    StringBuilder errors = new StringBuilder();
    using (Process process = new Process { StartInfo = start }) {
      process.ErrorDataReceived += (sender, line) => {
        if (line.Data != null) errors.AppendLine(line.Data);
      };
      process.Start();
      process.BeginErrorReadLine();  // both are read at once, so that neither waits for the other
      string output = process.StandardOutput.ReadToEnd();
      process.WaitForExit();
      said = (output + errors).Trim();
      return process.ExitCode;
    }
  }

  // As a process takes its arguments apart: neither quotes nor a backslash at the end may reach out of it.
  static string Quoted(string argument) {
    if (argument.IndexOf('"') >= 0) throw new IOException("its name has a quotation mark");
    return "\"" + argument.TrimEnd('\\') + "\"";
  }

  // The sources in a rule for make, `blob: source source`: `\ ` stands for a space, and a `\` at the end continues the line.
  static string[] SourcesOf(string rule) {
    rule = rule.Replace("\\\r\n", " ").Replace("\\\n", " ");
    int colon = rule.IndexOf(": ", StringComparison.Ordinal);
    if (colon < 0) return new string[0];
    string list = rule.Substring(colon + 2).Split('\n')[0].Replace("\\ ", "\0");
    string[] sources = list.Split(new[] { ' ', '\r' }, StringSplitOptions.RemoveEmptyEntries);
    for (int i = 0; i < sources.Length; ++i) sources[i] = sources[i].Replace('\0', ' ');
    return sources;
  }
}

}
