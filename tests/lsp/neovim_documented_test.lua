-- The set-up that docs/editors.md has for this version of Neovim, word for word: a file is checked, and Ctrl+X Ctrl+O completes.
-- The tool is the `ishi` of the PATH.
--
--   nvim --headless -u NONE -c "luafile neovim_documented_test.lua" FOLDER_OF_A_COPY_OF_EXAMPLES_SQUAD EDITORS.md

local folder, page = vim.fn.argv(0), vim.fn.argv(1)
vim.cmd("silent! %bwipeout!")

local function fail(text)
  io.stderr:write("neovim: " .. text .. "\n")
  vim.cmd("cquit")
end
local function wait_for(text, is_so)
  if not vim.wait(10000, is_so, 20) then fail(text) end
  io.stdout:write("ok: " .. text .. "\n")
end

local text = table.concat(vim.fn.readfile(page), "\n")
local blocks = {}
for block in text:gmatch("```lua\n(.-)```") do table.insert(blocks, block) end
if #blocks ~= 2 then fail("docs/editors.md has " .. #blocks .. " set-ups, not one for 0.8 and one for 0.7") end
loadstring(blocks[vim.fn.has("nvim-0.8") == 1 and 1 or 2])()

vim.cmd("cd " .. vim.fn.fnameescape(folder))
vim.cmd("edit squad.ishi.yaml")
local function client() return vim.lsp.get_active_clients()[1] end
wait_for("the documented set-up starts the server", function() return client() ~= nil and client().initialized end)
if not vim.bo.omnifunc:match("lsp") then fail("Ctrl+X Ctrl+O completes nothing: omnifunc is '" .. vim.bo.omnifunc .. "'") end

-- What Ctrl+X Ctrl+O shows, which comes when the server has answered.
local shown = {}
local complete = vim.fn.complete
vim.fn.complete = function(_, matches)
  for _, one in ipairs(matches) do shown[one.abbr or one.word] = true end
end
vim.fn.search("\\Varmed: rounds > 0", "w")
vim.api.nvim_win_set_cursor(0, { vim.fn.line("."), vim.fn.col(".") + #"armed: rou" - 1 })
vim.fn.mode = function() return "i" end -- no keys are typed without a window
loadstring("return " .. vim.bo.omnifunc:gsub("^v:lua%.", ""))()(1, "")
wait_for("Ctrl+X Ctrl+O offers a key of the contract", function() return shown["rounds"] end)
vim.fn.complete = complete
vim.cmd("qall!")
