-- `ishi lsp` in Neovim 0.7 or later, without a window:
--
--   ISHI=path/to/ishi nvim --headless -u NONE -c "luafile neovim_test.lua" FOLDER_OF_A_COPY_OF_EXAMPLES_SQUAD

local folder = vim.fn.argv(0)
vim.cmd("silent! %bwipeout!")

local function fail(text)
  io.stderr:write("neovim: " .. text .. "\n")
  vim.cmd("cquit")
end
local function check(text, is_so)
  if not is_so then fail(text) end
  io.stdout:write("ok: " .. text .. "\n")
end
local function wait_for(text, is_so)
  if not vim.wait(10000, is_so, 20) then fail(text) end
  io.stdout:write("ok: " .. text .. "\n")
end

vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/squad.ishi.yaml"))
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "ishi", cmd = { vim.env.ISHI, "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, id)
wait_for("the server is there", function()
  local client = vim.lsp.get_client_by_id(id)
  return client ~= nil and client.initialized
end)

-- Puts the cursor on the first place of a piece of text, so many columns behind its beginning.
local function go_to(piece, columns)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.search("\\V" .. piece, "cW") == 0 then fail(piece .. " is not in the text") end
  local at = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { at[1], at[2] + columns })
end
local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 10000)
  if answers == nil then fail("no answer to " .. method) end
  return answers[id].result
end
local function diagnostics() return vim.diagnostic.get(buffer) end
local function text() return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") end

-- Completion behind `hidden and r`.
go_to("armed: rounds > 0", 8)
local items = ask("textDocument/completion").items
local has = {}
for _, item in ipairs(items) do has[item.label] = true end
check("completion offers a key of the contract", has["rounds"])

-- A definition in the included file.
go_to("- fire: { whom: boss }", 3)
local places = ask("textDocument/definition")
check("a definition is in the included file", places[1].uri:match("game%.ishi%.yaml$") ~= nil)

-- A rename of a loop variable, made in the buffer.
go_to("for_each: { store: boxes }", 13)
local edit = ask("textDocument/rename", { newName = "container" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
check("a rename is made", text():find("near(distance(container))", 1, true) ~= nil)
wait_for("and nothing is wrong afterwards", function() return #diagnostics() == 0 end)

-- A typo, and its fix.
go_to("- fire: { whom: boss }", 2)
vim.api.nvim_feedkeys("cefier" .. vim.api.nvim_replace_termcodes("<Esc>", true, false, true), "xt", false)
wait_for("a typo is reported", function() return #diagnostics() == 1 end)
local finding = diagnostics()[1]
check("with its code", finding.code == "IS102" or (finding.user_data and finding.user_data.lsp.code == "IS102"))
local range = { start = { line = finding.lnum, character = finding.col }, ["end"] = { line = finding.end_lnum, character = finding.end_col } }
local answers = vim.lsp.buf_request_sync(buffer, "textDocument/codeAction",
  { textDocument = vim.lsp.util.make_text_document_params(), range = range, context = { diagnostics = {} } }, 10000)
local fix
for _, action in ipairs(answers[id].result) do
  if action.isPreferred then fix = action end
end
check("a fix is offered", fix ~= nil)
vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
wait_for("and makes it right", function() return #diagnostics() == 0 end)

vim.lsp.stop_client(id)
wait_for("the server ends", function() return vim.lsp.get_client_by_id(id) == nil end)
vim.cmd("qall!")
